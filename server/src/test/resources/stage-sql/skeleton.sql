-- Pattern: pair stage_started ↔ stage_completed safely
WITH paired AS (
  SELECT
    workflow_id, workflow_stage,
    -- Use MIN+FILTER so re-starts (rework) don't break the pair
    (MIN(event_timestamp) FILTER (WHERE event_type = 'stage_started'))::TIMESTAMP   AS started_at,
    (MIN(event_timestamp) FILTER (WHERE event_type = 'stage_completed'))::TIMESTAMP AS completed_at,
    (MIN(sla_due_timestamp) FILTER (WHERE event_type = 'stage_started'))::TIMESTAMP AS sla_due
  FROM media_workflow_events
  GROUP BY workflow_id, workflow_stage
)
SELECT
  workflow_stage,
  COUNT(*)                                                            AS n,
  -- Cycle time (q07): percentile_cont over EPOCH diff in hours
  ROUND(percentile_cont(0.50) WITHIN GROUP
        (ORDER BY EPOCH(completed_at - started_at) / 3600.0), 2)      AS p50_hours,
  ROUND(percentile_cont(0.90) WITHIN GROUP
        (ORDER BY EPOCH(completed_at - started_at) / 3600.0), 2)      AS p90_hours,
  -- SLA miss rate (q08): completed_at > sla_due
  ROUND(AVG(CASE WHEN completed_at > sla_due THEN 1.0 ELSE 0 END), 4) AS miss_rate
FROM paired
WHERE started_at IS NOT NULL
  AND completed_at IS NOT NULL
  AND completed_at >= started_at
GROUP BY workflow_stage;
