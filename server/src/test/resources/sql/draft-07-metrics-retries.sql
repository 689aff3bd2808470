SELECT
  workflow_name,
  step_name,
  AVG(retry_count) as avg_retries,
  MAX(retry_count) as max_retries,
  COUNT(*) FILTER (WHERE retry_count > 0) as workflows_with_retries
FROM workflow_steps ws
JOIN workflows w ON ws.workflow_id = w.workflow_id
WHERE w.started_at >= NOW() - INTERVAL '24 hours'
GROUP BY workflow_name, step_name
HAVING AVG(retry_count) > 0
ORDER BY avg_retries DESC;
