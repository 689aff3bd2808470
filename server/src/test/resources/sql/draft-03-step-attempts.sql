SELECT * FROM step_attempts
WHERE workflow_id = $1 AND step_name = $2
ORDER BY attempt_number;
