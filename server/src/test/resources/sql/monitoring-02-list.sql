SELECT
  workflow_id,
  workflow_name,
  env,
  service_key,
  status,
  started_at,
  completed_at,
  failed_at,
  duration_ms,
  array_length(completed_steps, 1) as steps_completed,
  error_message
FROM workflows
WHERE
  ($1::text IS NULL OR env = $1)
  AND ($2::text IS NULL OR service_key = $2)
  AND ($3::workflow_status IS NULL OR status = $3)
  AND ($4::text IS NULL OR workflow_name = $4)
  AND ($5::timestamptz IS NULL OR started_at >= $5)
ORDER BY started_at DESC
LIMIT $6 OFFSET $7;
