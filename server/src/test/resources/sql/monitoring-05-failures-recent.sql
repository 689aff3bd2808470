SELECT
  workflow_id,
  workflow_name,
  env,
  service_key,
  error_message,
  error_step_name,
  failed_at,
  completed_steps
FROM workflows
WHERE status = 'failed'
  AND ($1::text IS NULL OR env = $1)
  AND ($2::text IS NULL OR service_key = $2)
ORDER BY failed_at DESC
LIMIT 50;
