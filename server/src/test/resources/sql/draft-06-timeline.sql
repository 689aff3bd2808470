SELECT
  event_type,
  event_timestamp,
  payload->>'stepName' as step_name,
  payload->>'attempt' as attempt,
  payload->>'durationMs' as duration_ms,
  payload->'error'->>'message' as error_message
FROM workflow_events
WHERE workflow_id = $1
ORDER BY event_timestamp;
