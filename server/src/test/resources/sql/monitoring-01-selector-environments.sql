SELECT
  env,
  COUNT(*) as total_workflows,
  COUNT(*) FILTER (WHERE status = 'running') as running,
  COUNT(*) FILTER (WHERE status = 'failed') as failed
FROM workflows
WHERE started_at >= NOW() - INTERVAL '24 hours'
GROUP BY env
ORDER BY env;
