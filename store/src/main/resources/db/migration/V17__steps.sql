-- What is counted of the steps of ended runs over time, by when the run started: kept like run_cells. The steps of open runs
-- change with every event, and are read from their rows: open runs are few.

-- Of each step its name, status, duration and retries, as workflow_steps shows them.
CREATE FUNCTION run_step_figures(run uuid, seq int, base timestamptz, state json, overflowed boolean) RETURNS text[]
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT array_agg(ARRAY[item->>0, item->>1,
      (CASE
        WHEN coalesce(item->>12, item->>1) = '2' AND item->>5 IS NOT NULL THEN (item->>5)::bigint
        WHEN coalesce(item->>12, item->>1) IN ('2', '3') THEN
          elapsed_ms(moment(base, item->>3), moment(base, nullif(coalesce(item->>15, item->>4), '-1')))
      END)::text,
      coalesce(item->>11, '0')])
  FROM (
    SELECT item FROM json_array_elements(state->'s') AS inline(item)
    UNION ALL
    SELECT item FROM run_overflow o CROSS JOIN LATERAL json_array_elements(o.items) AS chunk(item)
    WHERE overflowed AND o.id = run AND o.run_seq = seq AND o.list = 's') AS steps
$$;

CREATE TABLE step_cells (
  source        int NOT NULL,
  at            int NOT NULL,
  slot          int NOT NULL,
  unit          smallint NOT NULL, -- 0 quarters of an hour, 2 days, as in run_cells
  earlier       boolean NOT NULL,
  workflow_name text NOT NULL,
  step_name     text NOT NULL,
  steps         bigint NOT NULL,
  failed        bigint NOT NULL,
  retries       bigint NOT NULL,
  retried       bigint NOT NULL,   -- steps with any
  timed         bigint NOT NULL,   -- completed ones with a duration
  duration_ms   bigint NOT NULL,   -- of these, summed up
  durations     bytea NOT NULL,    -- of completed ones, see StageBuckets
  retry_counts  bytea NOT NULL,    -- how many steps had how many retries, in the same form: the most of them is asked for
  PRIMARY KEY (source, unit, at, workflow_name, step_name, earlier, slot)
) WITH (fillfactor = 60, toast_tuple_target = 8160);
ALTER TABLE step_cells ALTER COLUMN durations SET STORAGE EXTERNAL;

-- Open runs that are not the newest of their id.
CREATE INDEX runs_earlier_open ON runs (started_at) WHERE NOT newest AND ended_at IS NULL;

INSERT INTO unfilled_roll_ups SELECT 'step_cells' WHERE EXISTS (SELECT FROM runs);
