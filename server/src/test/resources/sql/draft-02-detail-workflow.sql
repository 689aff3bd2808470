SELECT * FROM workflows WHERE workflow_id = $1;
