SELECT * FROM workflow_sleeps
WHERE workflow_id = $1
ORDER BY started_at DESC;
