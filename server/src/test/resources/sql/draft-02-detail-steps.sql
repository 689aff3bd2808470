SELECT
  ws.*,
  (SELECT COUNT(*) FROM step_attempts sa
   WHERE sa.workflow_id = ws.workflow_id AND sa.step_name = ws.step_name) as attempt_count
FROM workflow_steps ws
WHERE ws.workflow_id = $1
ORDER BY ws.execution_order, ws.created_at;
