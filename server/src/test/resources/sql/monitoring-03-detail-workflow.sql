SELECT * FROM workflows
WHERE env = $1 AND service_key = $2 AND workflow_id = $3;
