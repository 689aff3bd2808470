SELECT
  service_key,
  env,
  COUNT(*) as total_workflows,
  COUNT(*) FILTER (WHERE status = 'failed') as failed
FROM workflows
WHERE started_at >= NOW() - INTERVAL '24 hours'
GROUP BY service_key, env
ORDER BY service_key, env;
