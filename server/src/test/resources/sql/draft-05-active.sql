SELECT
  w.*,
  CASE
    WHEN w.status = 'paused' AND w.resume_at <= NOW() THEN 'overdue'
    WHEN w.status = 'paused' THEN 'scheduled'
    ELSE 'active'
  END as activity_state
FROM workflows w
WHERE w.status IN ('running', 'paused')
ORDER BY
  CASE w.status WHEN 'running' THEN 0 ELSE 1 END,
  w.started_at DESC;
