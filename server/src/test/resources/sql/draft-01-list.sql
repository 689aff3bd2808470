SELECT
  workflow_id,
  workflow_name,
  status,
  started_at,
  completed_at,
  failed_at,
  duration_ms,
  array_length(completed_steps, 1) as steps_completed,
  error_message
FROM workflows
WHERE
  ($1::workflow_status IS NULL OR status = $1)
  AND ($2::text IS NULL OR workflow_name = $2)
  AND ($3::timestamptz IS NULL OR started_at >= $3)
ORDER BY started_at DESC
LIMIT $4 OFFSET $5;
