SELECT * FROM workflow_sleeps
WHERE env = $1 AND service_key = $2 AND workflow_id = $3
ORDER BY started_at DESC;
