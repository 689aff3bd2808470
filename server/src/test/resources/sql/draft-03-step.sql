SELECT * FROM workflow_steps
WHERE workflow_id = $1 AND step_name = $2;
