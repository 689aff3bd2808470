SELECT * FROM workflow_steps
WHERE env = $1 AND service_key = $2 AND workflow_id = $3 AND step_name = $4;
