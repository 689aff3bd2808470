-- As printed it nests aggregates, which no database runs. This counts per service and environment first, and a service
-- without a run in the last day keeps its row.
SELECT
  s.service_key,
  s.display_name,
  s.environments,
  jsonb_object_agg(
    w.env,
    jsonb_build_object(
      'total', w.total,
      'completed', w.completed,
      'failed', w.failed,
      'running', w.running
    )
  ) FILTER (WHERE w.env IS NOT NULL) as stats_by_env
FROM services s
LEFT JOIN (
  SELECT
    service_key,
    env,
    COUNT(*) as total,
    COUNT(*) FILTER (WHERE status = 'completed') as completed,
    COUNT(*) FILTER (WHERE status = 'failed') as failed,
    COUNT(*) FILTER (WHERE status IN ('running', 'paused')) as running
  FROM workflows
  WHERE started_at >= NOW() - INTERVAL '24 hours'
  GROUP BY service_key, env
) w ON w.service_key = s.service_key
GROUP BY s.service_key, s.display_name, s.environments
ORDER BY s.service_key;
