SELECT
  workflow_id,
  workflow_name,
  error_message,
  error_step_name,
  failed_at,
  completed_steps
FROM workflows
WHERE status = 'failed'
ORDER BY failed_at DESC
LIMIT 50;
