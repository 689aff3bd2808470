SELECT
  workflow_name,
  COUNT(*) as failure_count,
  COUNT(DISTINCT error_message) as unique_errors
FROM workflows
WHERE status = 'failed'
  AND failed_at >= NOW() - INTERVAL '24 hours'
GROUP BY workflow_name
ORDER BY failure_count DESC;
