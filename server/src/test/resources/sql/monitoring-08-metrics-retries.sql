SELECT
  w.env,
  w.service_key,
  w.workflow_name,
  ws.step_name,
  AVG(ws.retry_count) as avg_retries,
  MAX(ws.retry_count) as max_retries,
  COUNT(*) FILTER (WHERE ws.retry_count > 0) as workflows_with_retries
FROM workflow_steps ws
JOIN workflows w ON ws.env = w.env
  AND ws.service_key = w.service_key
  AND ws.workflow_id = w.workflow_id
WHERE w.started_at >= NOW() - INTERVAL '24 hours'
GROUP BY w.env, w.service_key, w.workflow_name, ws.step_name
HAVING AVG(ws.retry_count) > 0
ORDER BY avg_retries DESC;
