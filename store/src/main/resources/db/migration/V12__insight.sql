-- What is counted of runs over time: every run, the earlier ones of an id too, by when it started and by when it ended.

-- The bucket of a duration, as StageBuckets has it: exact below 128, then 64 to a doubling. A logarithm only guesses the
-- doubling, and the comparisons put right what it may miss. Two functions without a subquery, so that both are inlined.
CREATE FUNCTION duration_bucket_near(ms bigint, shift int) RETURNS int LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE
    WHEN ms >> shift >= 128 THEN shift * 64 + (ms >> (shift + 1)) + 64
    WHEN ms >> shift < 64 THEN (shift - 2) * 64 + (ms >> (shift - 1)) + 64
    ELSE (shift - 1) * 64 + (ms >> shift) + 64
  END::int;
CREATE FUNCTION duration_bucket(ms bigint) RETURNS int LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN ms < 128 THEN greatest(ms, 0)::int
    ELSE duration_bucket_near(ms, floor(ln(ms::float8) / 0.6931471805599453::float8)::int - 6) END;

-- How often steps of a run were tried again.
CREATE FUNCTION run_retries(run uuid, seq int, state json, overflowed boolean) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce((SELECT sum((item->>11)::int) FROM json_array_elements(state->'s') AS inline(item)), 0)
    + CASE WHEN overflowed THEN coalesce((
        SELECT sum((item->>11)::int) FROM run_overflow o CROSS JOIN LATERAL json_array_elements(o.items) AS chunk(item)
        WHERE o.id = run AND o.run_seq = seq AND o.list = 's'), 0) ELSE 0 END
$$;

-- Kept like run_counts. A cell is a quarter of an hour, an hour or a day, counted from 1970, so that any range is a few of them
-- and a little that is read from rows.
CREATE TABLE run_cells (
  source        int NOT NULL,
  at            int NOT NULL,
  slot          int NOT NULL,
  basis         smallint NOT NULL, -- 0 by start, 1 by end
  unit          smallint NOT NULL, -- 0 quarters of an hour, 1 hours, 2 days
  earlier       boolean NOT NULL,  -- of runs that are not the newest of their id
  workflow_name text NOT NULL,
  runs          bigint NOT NULL,
  pending       bigint NOT NULL,
  completed     bigint NOT NULL,
  failed        bigint NOT NULL,
  cancelled     bigint NOT NULL,
  timed         bigint NOT NULL,   -- completed ones with a duration
  duration_ms   bigint NOT NULL,   -- of these, summed up
  retries       bigint NOT NULL,   -- of ended ones
  durations     bytea NOT NULL,    -- of completed ones, see StageBuckets
  PRIMARY KEY (source, basis, unit, at, workflow_name, earlier, slot)
) WITH (fillfactor = 60, toast_tuple_target = 8160);
ALTER TABLE run_cells ALTER COLUMN durations SET STORAGE EXTERNAL;

-- What the cells leave over at both ends of a range.
CREATE INDEX runs_ended ON runs (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX runs_earlier ON runs (started_at) WHERE NOT newest;
-- The durations in one bucket: which one holds a percentile is known from the cells, and the rest need not be read.
CREATE INDEX runs_durations ON runs (source, name_hash, duration_bucket(duration_ms), ended_at)
  INCLUDE (duration_ms, started_at, newest) WHERE status = 'completed' AND duration_ms IS NOT NULL;

-- Roll-ups that were added to a database with rows in it: Migrations fills them before anything else is written.
CREATE TABLE unfilled_roll_ups (name text PRIMARY KEY);
INSERT INTO unfilled_roll_ups SELECT 'run_cells' WHERE EXISTS (SELECT FROM runs);
