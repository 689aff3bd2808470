-- What lists, counts and selectors read.

-- Columns that follow from others, so that an index can be on them. While a run is open they do not change with its events,
-- which is what keeps the updates of open runs inside their page (an index on last_event_at, even one of ended runs only,
-- would end that).
ALTER TABLE runs
  ADD COLUMN name_hash         bigint GENERATED ALWAYS AS (hashtextextended(workflow_name, 0)) STORED,
  ADD COLUMN ended_at          timestamptz GENERATED ALWAYS AS (coalesce(completed_at, failed_at, cancelled_at)) STORED,
  -- the last event, where a run was told of after its end
  ADD COLUMN trailing_event_at timestamptz GENERATED ALWAYS AS
    (CASE WHEN last_event_at <> coalesce(completed_at, failed_at, cancelled_at) THEN last_event_at END) STORED;

-- Ended runs by what lists filter by, in the orders that lists have: one short scan per (source, status, name) gives the first
-- rows of any combination. A run enters them once, when it ends; open runs are few and are read as a whole.
CREATE INDEX runs_ended_by_start ON runs (source, status, name_hash, started_at, id) WHERE newest AND ended_at IS NOT NULL;
CREATE INDEX runs_ended_by_end ON runs (source, status, name_hash, ended_at, id) INCLUDE (trailing_event_at)
  WHERE newest AND ended_at IS NOT NULL;
CREATE INDEX runs_trailing ON runs (source, status, name_hash, trailing_event_at, id)
  WHERE newest AND trailing_event_at IS NOT NULL;

DROP INDEX runs_open;
CREATE INDEX runs_open ON runs (env, started_at DESC) WHERE newest AND status IN ('pending', 'running', 'paused');

-- Runs by name and status, and the durations of completed ones in buckets (see DurationBuckets): kept like run_counts.
CREATE TABLE run_names (
  source        int NOT NULL,
  workflow_name text NOT NULL,
  status        workflow_status NOT NULL,
  slot          int NOT NULL,
  n             bigint NOT NULL,
  PRIMARY KEY (source, workflow_name, status, slot)
) WITH (fillfactor = 70);

CREATE TABLE run_durations (
  source        int NOT NULL,
  workflow_name text NOT NULL,
  bucket        int NOT NULL,
  slot          int NOT NULL,
  n             bigint NOT NULL,
  PRIMARY KEY (source, workflow_name, bucket, slot)
) WITH (fillfactor = 70);
