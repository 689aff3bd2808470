SELECT
  event_type,
  event_timestamp,
  env,
  service_key,
  payload->>'stepName' as step_name,
  payload->>'attempt' as attempt,
  payload->>'durationMs' as duration_ms,
  payload->'error'->>'message' as error_message
FROM workflow_events
WHERE env = $1 AND service_key = $2 AND workflow_id = $3
ORDER BY event_timestamp;
