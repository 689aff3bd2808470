-- The events of stages as a relation, and what the queries written for it need beyond PostgreSQL.

-- A time as the decoder takes it: ISO-8601 with a zone, cut to microseconds. A cast would round them, and knows neither a comma
-- nor the farthest offsets. The date is counted from the first of its month, so that nothing that was ever stored is an error.
CREATE FUNCTION told_time(text) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (make_date(t[1]::int, t[2]::int, 1) + (t[3]::int - 1) + make_time(t[4]::int, t[5]::int, 0)
          + make_interval(secs => coalesce(t[6]::int, 0) + coalesce(rpad(t[7], 6, '0')::int, 0) / 1000000.0)
          - make_interval(mins => (coalesce(t[8], '+') || '1')::int * (coalesce(t[9]::int, 0) * 60 + coalesce(t[10]::int, 0))))
         AT TIME ZONE 'UTC'
  FROM regexp_match($1, '^(\d{4})-(0[1-9]|1[0-2])-([0-2]\d|3[01])[Tt]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,6})\d*)?)?'
                        '(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)$') AS t
  WHERE t[1] <> '0000'
$$;

CREATE FUNCTION epoch(interval) RETURNS double precision LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN extract(epoch FROM $1)::double precision;

-- Halves are rounded away from zero, as in the dialect that the stage queries are written in.
CREATE FUNCTION round(value double precision, places int) RETURNS double precision LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN sign(value) * (trunc(abs(value) * 10::double precision ^ places)
           + CASE WHEN abs(value) * 10::double precision ^ places - trunc(abs(value) * 10::double precision ^ places) >= 0.5
                  THEN 1 ELSE 0 END)
         / 10::double precision ^ places;

CREATE VIEW media_workflow_events AS
SELECT
  l.payload->>'workflowId' AS workflow_id,
  l.payload->>'workflowStage' AS workflow_stage,
  l.type AS event_type,
  l.at AS event_timestamp,
  told_time(l.payload->>'slaDueTimestamp') AS sla_due_timestamp,
  l.payload->>'status' AS status,
  s.env, s.service_key,
  nullif(l.payload->>'workflowName', '') AS workflow_name,
  l.id, l.key AS run_id, l.received_at
FROM event_log l
JOIN sources s ON s.source = l.source
WHERE l.type IN ('stage_started', 'stage_completed') AND l.key IS NOT NULL
  AND l.payload->>'workflowStage' <> ''; -- an earlier version took such events as any unknown type

-- The stage fold's rows.

-- What stages are to the newest run: 0 there are none, 1 the run has events of its own and stages beside them, 2 nothing but
-- stages is known and the run is made of them. Whoever folds on from a run knows by it whether there is more to load.
ALTER TABLE runs ADD COLUMN stage_role smallint NOT NULL DEFAULT 0;

-- One row per workflow id that has stages. It is saved together with a run of the same id, whose stamp guards both.
CREATE TABLE stage_workflows (
  created_at    timestamptz NOT NULL, -- its first event
  duration_ms   bigint NOT NULL,      -- from there to the last one
  source        int NOT NULL,
  fold_version  smallint NOT NULL,
  run_ended     boolean NOT NULL,     -- the newest run's: nothing is in flight then
  open          boolean NOT NULL,
  id            uuid PRIMARY KEY,     -- the run's
  variant_hash  uuid NOT NULL,
  workflow_id   text NOT NULL,
  workflow_name text NOT NULL,
  variant       text[] NOT NULL,      -- the path, its first hundred passes; the hash is of all
  state         json NOT NULL         -- see StageArrays
);
CREATE INDEX stage_workflows_created ON stage_workflows (source, created_at);

-- One row per stage of these: what figures are made of.
CREATE TABLE stages (
  at                 timestamptz NOT NULL, -- the first start, else the first completion: what every time range goes by
  first_started_at   timestamptz,
  last_started_at    timestamptz,
  first_completed_at timestamptz,
  last_completed_at  timestamptz,
  open_since         timestamptz,
  first_sla_due      timestamptz,
  last_sla_due       timestamptz,
  earliest_sla_due   timestamptz,
  first_pass_ms      bigint,
  span_ms            bigint,
  late_ms            bigint,
  touch_ms           bigint NOT NULL,
  rework_ms          bigint NOT NULL,
  source             int NOT NULL,
  starts             int NOT NULL,
  completions        int NOT NULL,
  inverted_passes    int NOT NULL,
  unstarted_passes   int NOT NULL,
  inverted           boolean NOT NULL,
  open_now           boolean NOT NULL,
  never_completed    boolean NOT NULL,
  abandoned          boolean NOT NULL,
  id                 uuid NOT NULL,
  workflow_stage     text NOT NULL,
  workflow_name      text NOT NULL,
  pass_ms            bigint[] NOT NULL,
  arrivals           json NOT NULL, -- [[the stage before, whether it sends work back, ms of waiting], …]
  PRIMARY KEY (id, workflow_stage)
);
CREATE INDEX stages_at ON stages (source, workflow_stage, at);
CREATE INDEX stages_in_flight ON stages (source, open_since) WHERE open_now OR never_completed;
CREATE INDEX stages_late ON stages (source, workflow_stage, at) WHERE late_ms IS NOT NULL;
CREATE INDEX stages_reworked ON stages (source, starts DESC) WHERE starts > 1;

-- Roll-ups, kept like run_counts. Hours and days are counted from 1970.
CREATE TABLE stage_hours (
  source           int NOT NULL,
  workflow_name    text NOT NULL,
  workflow_stage   text NOT NULL,
  hour             int NOT NULL,
  slot             int NOT NULL,
  stages           bigint NOT NULL,
  started          bigint NOT NULL,
  completed        bigint NOT NULL,
  pairs            bigint NOT NULL, -- with a first pass
  passes           bigint NOT NULL, -- with a duration
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
  PRIMARY KEY (source, workflow_name, workflow_stage, hour, slot)
) WITH (fillfactor = 70);

CREATE TABLE stage_durations (
  source         int NOT NULL,
  workflow_name  text NOT NULL,
  workflow_stage text NOT NULL,
  figure         smallint NOT NULL, -- 0 first pass, 1 each pass, 2 span, 3 how late
  day            int NOT NULL,
  bucket         int NOT NULL, -- see StageBuckets
  slot           int NOT NULL,
  n              bigint NOT NULL,
  PRIMARY KEY (source, workflow_name, workflow_stage, figure, day, bucket, slot)
) WITH (fillfactor = 70);

-- Three names are too long for one index: transitions know theirs by a number made of them.
CREATE TABLE stage_edges (
  edge          uuid PRIMARY KEY,
  workflow_name text NOT NULL,
  from_stage    text NOT NULL,
  to_stage      text NOT NULL,
  back          boolean NOT NULL
);

CREATE TABLE stage_transitions (
  source int NOT NULL,
  edge   uuid NOT NULL,
  day    int NOT NULL, -- of the stage that is come to
  bucket int NOT NULL, -- of the time waited
  slot   int NOT NULL,
  n      bigint NOT NULL,
  PRIMARY KEY (source, edge, day, bucket, slot)
) WITH (fillfactor = 70);

-- Events of stages that an earlier version took as any unknown type.
INSERT INTO pending_folds (id, org)
SELECT DISTINCT key, org FROM event_log WHERE type IN ('stage_started', 'stage_completed') AND key IS NOT NULL
ON CONFLICT (id) DO NOTHING;
