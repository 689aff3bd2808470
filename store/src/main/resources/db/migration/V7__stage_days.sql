-- What makes questions about many stages fast: whole days of them added up in one row, steps counted like stages, and the
-- events of stages as columns.

-- One row per event of a stage, so that the queries written for this relation need not take JSON apart. What they seldom ask
-- for stays in the log, and the view below looks it up.
DROP VIEW media_workflow_events;

CREATE VIEW logged_stage_events AS
SELECT at, received_at, told_time(payload->>'slaDueTimestamp') AS sla_due, source, id, key, type,
  payload->>'workflowId' AS workflow_id, payload->>'workflowStage' AS workflow_stage,
  nullif(payload->>'workflowName', '') AS workflow_name
FROM event_log
WHERE type IN ('stage_started', 'stage_completed') AND key IS NOT NULL
  AND payload->>'workflowStage' <> ''; -- an earlier version took such events as any unknown type

CREATE TABLE stage_events (
  at             timestamptz NOT NULL,
  received_at    timestamptz NOT NULL,
  sla_due        timestamptz,
  source         int NOT NULL,
  id             uuid NOT NULL,
  key            uuid NOT NULL,
  type           text NOT NULL,
  workflow_id    text NOT NULL,
  workflow_stage text NOT NULL,
  workflow_name  text
);

INSERT INTO stage_events (at, received_at, sla_due, source, id, key, type, workflow_id, workflow_stage, workflow_name)
SELECT at, received_at, sla_due, source, id, key, type, workflow_id, workflow_stage, workflow_name FROM logged_stage_events;

CREATE VIEW media_workflow_events AS
SELECT
  e.workflow_id, e.workflow_stage, e.type AS event_type, e.at AS event_timestamp, e.sla_due AS sla_due_timestamp,
  (SELECT l.payload->>'status' FROM event_log l WHERE l.id = e.id AND l.key = e.key LIMIT 1) AS status,
  s.env, s.service_key, e.workflow_name, e.id, e.key AS run_id, e.received_at
FROM stage_events e
LEFT JOIN sources s ON s.source = e.source; -- a LEFT JOIN, which costs nothing where its columns are not asked for

-- Rows of stages are made anew by the fold. A negative source stands for the steps of that source's runs, counted as stages.
INSERT INTO pending_folds (id, org)
SELECT w.id, s.org FROM stage_workflows w JOIN sources s ON s.source = w.source
ON CONFLICT (id) DO NOTHING;
TRUNCATE stages, stage_workflows, stage_hours, stage_edges;
DROP TABLE stage_durations, stage_transitions;

ALTER TABLE stages
  DROP COLUMN arrivals,
  ADD COLUMN came_from text[] NOT NULL, -- pass by pass: the stage before
  ADD COLUMN sent_back boolean[] NOT NULL,
  ADD COLUMN waited_ms bigint[] NOT NULL;
ALTER TABLE stage_workflows
  ADD COLUMN run_seq int NOT NULL,
  ADD COLUMN run_id  uuid NOT NULL; -- the same as id, but for steps

DROP INDEX stages_at, stages_late, stages_reworked, stage_workflows_created;
-- With all that percentiles are made of, so that they are read from the index alone.
CREATE INDEX stages_at ON stages (source, workflow_stage, at) INCLUDE (workflow_name, first_pass_ms, span_ms, late_ms, pass_ms);
CREATE INDEX stages_reworked ON stages (source, starts DESC, rework_ms DESC) WHERE starts > 1;
CREATE INDEX stage_workflows_created ON stage_workflows (source, created_at) INCLUDE (workflow_name, variant_hash, open);
CREATE INDEX stage_workflows_variant ON stage_workflows (source, variant_hash, created_at) INCLUDE (workflow_name, open, duration_ms);
CREATE INDEX stage_workflows_steps ON stage_workflows (run_id) WHERE source < 0;

-- Roll-ups with durations in buckets (see StageBuckets), which are merged by whoever writes: a row per duration would be as
-- many rows as there are stages. Days are counted from 1970. Not compressed: it would cost more than it saves.
CREATE TABLE stage_days (
  source           int NOT NULL,
  day              int NOT NULL,
  slot             int NOT NULL,
  workflow_name    text NOT NULL,
  workflow_stage   text NOT NULL,
  stages           bigint NOT NULL,
  started          bigint NOT NULL,
  completed        bigint NOT NULL,
  pairs            bigint NOT NULL,
  passes           bigint NOT NULL,
  missed           bigint NOT NULL,
  met              bigint NOT NULL,
  without_sla      bigint NOT NULL,
  left_out         bigint NOT NULL,
  inverted         bigint NOT NULL,
  inverted_passes  bigint NOT NULL,
  unstarted_passes bigint NOT NULL,
  spans            bigint NOT NULL,
  reworked         bigint NOT NULL,
  extra_starts     bigint NOT NULL,
  first_pass_ms    bigint NOT NULL,
  touch_ms         bigint NOT NULL,
  rework_ms        bigint NOT NULL,
  span_ms          bigint NOT NULL,
  late_ms          bigint NOT NULL,
  first_passes     bytea NOT NULL,
  other_passes     bytea NOT NULL, -- all passes less the first ones, which are most of them
  other_spans      bytea NOT NULL, -- all spans less the first passes
  late             bytea NOT NULL,
  PRIMARY KEY (source, workflow_name, workflow_stage, day, slot)
) WITH (fillfactor = 60, toast_tuple_target = 8160);

CREATE TABLE stage_transitions (
  source int NOT NULL,
  day    int NOT NULL, -- of the stage that is come to
  slot   int NOT NULL,
  edge   uuid NOT NULL,
  n      bigint NOT NULL,
  waits  bytea NOT NULL,
  PRIMARY KEY (source, edge, day, slot)
) WITH (fillfactor = 60, toast_tuple_target = 8160);

CREATE TABLE stage_variants (
  source        int NOT NULL,
  day           int NOT NULL, -- on which the workflow began
  slot          int NOT NULL,
  variant_hash  uuid NOT NULL,
  workflow_name text NOT NULL,
  n             bigint NOT NULL,
  open          bigint NOT NULL,
  durations     bytea NOT NULL, -- of those that are not open
  PRIMARY KEY (source, variant_hash, workflow_name, day, slot)
) WITH (fillfactor = 60, toast_tuple_target = 8160);

ALTER TABLE stage_days
  ALTER COLUMN first_passes SET STORAGE EXTERNAL, ALTER COLUMN other_passes SET STORAGE EXTERNAL,
  ALTER COLUMN other_spans SET STORAGE EXTERNAL, ALTER COLUMN late SET STORAGE EXTERNAL;
ALTER TABLE stage_transitions ALTER COLUMN waits SET STORAGE EXTERNAL;
ALTER TABLE stage_variants ALTER COLUMN durations SET STORAGE EXTERNAL;

CREATE TABLE stage_paths (
  variant_hash uuid PRIMARY KEY,
  variant      text[] NOT NULL
);

-- How far the steps of runs are counted: its work is in BehindCommits.
CREATE TABLE step_counting (
  position bigint NOT NULL, -- of the last commit whose runs are counted
  up_to    uuid             -- of the runs that were there before, those up to this one are counted; null for all
);
INSERT INTO step_counting (position, up_to)
SELECT coalesce((SELECT max(position) FROM commits), 0),
       CASE WHEN EXISTS (SELECT FROM runs) THEN '00000000-0000-0000-0000-000000000000'::uuid END;
