SELECT * FROM step_attempts
WHERE env = $1 AND service_key = $2 AND workflow_id = $3 AND step_name = $4
ORDER BY attempt_number;
