SELECT
  ws.*,
  (SELECT COUNT(*) FROM step_attempts sa
   WHERE sa.env = ws.env
     AND sa.service_key = ws.service_key
     AND sa.workflow_id = ws.workflow_id
     AND sa.step_name = ws.step_name) as attempt_count
FROM workflow_steps ws
WHERE ws.env = $1 AND ws.service_key = $2 AND ws.workflow_id = $3
ORDER BY ws.execution_order, ws.created_at;
