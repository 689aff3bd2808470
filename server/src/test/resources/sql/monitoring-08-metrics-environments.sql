SELECT
  workflow_name,
  env,
  COUNT(*) as total,
  COUNT(*) FILTER (WHERE status = 'completed') as completed,
  COUNT(*) FILTER (WHERE status = 'failed') as failed,
  ROUND(100.0 * COUNT(*) FILTER (WHERE status = 'completed') / COUNT(*), 2) as success_rate
FROM workflows
WHERE started_at >= NOW() - INTERVAL '24 hours'
GROUP BY workflow_name, env
ORDER BY workflow_name, env;
