SELECT
  w.*,
  CASE
    WHEN w.status = 'paused' AND w.resume_at <= NOW() THEN 'overdue'
    WHEN w.status = 'paused' THEN 'scheduled'
    ELSE 'active'
  END as activity_state
FROM workflows w
WHERE w.status IN ('running', 'paused')
  AND ($1::text IS NULL OR w.env = $1)
  AND ($2::text IS NULL OR w.service_key = $2)
ORDER BY
  w.env,
  CASE w.status WHEN 'running' THEN 0 ELSE 1 END,
  w.started_at DESC;
