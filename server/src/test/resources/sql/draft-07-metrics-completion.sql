SELECT
  workflow_name,
  COUNT(*) FILTER (WHERE status = 'completed') as completed,
  COUNT(*) FILTER (WHERE status = 'failed') as failed,
  COUNT(*) FILTER (WHERE status IN ('running', 'paused')) as in_progress,
  AVG(duration_ms) FILTER (WHERE status = 'completed') as avg_duration_ms,
  PERCENTILE_CONT(0.95) WITHIN GROUP (ORDER BY duration_ms)
    FILTER (WHERE status = 'completed') as p95_duration_ms
FROM workflows
WHERE started_at >= NOW() - INTERVAL '24 hours'
GROUP BY workflow_name;
