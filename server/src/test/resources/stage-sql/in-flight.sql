WITH starts AS (
  SELECT workflow_id, workflow_stage,
         MIN(event_timestamp) AS started_at,
         MIN(sla_due_timestamp) AS sla_due_timestamp
  FROM media_workflow_events
  WHERE event_type = 'stage_started'
  GROUP BY workflow_id, workflow_stage
),
done AS (
  SELECT DISTINCT workflow_id, workflow_stage
  FROM media_workflow_events
  WHERE event_type = 'stage_completed'
)
SELECT s.*
FROM starts s
LEFT JOIN done d USING (workflow_id, workflow_stage)
WHERE d.workflow_id IS NULL;
