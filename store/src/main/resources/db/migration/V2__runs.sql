-- The run fold's rows: one per run, with the columns that lists and filters need and the fold's whole state as one value.

CREATE TYPE workflow_status AS ENUM ('pending', 'running', 'paused', 'completed', 'failed', 'cancelled');
CREATE TYPE pause_reason AS ENUM ('sleep', 'retry');
CREATE TYPE step_status AS ENUM ('pending', 'running', 'completed', 'failed', 'retrying', 'cancelled');
CREATE TYPE attempt_result AS ENUM ('success', 'failure', 'timeout');

CREATE TABLE runs (
  stamp                bigint NOT NULL, -- the batch that saved it last; whoever saves next must have seen it
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  last_event_at        timestamptz NOT NULL,
  started_at           timestamptz,
  completed_at         timestamptz,
  failed_at            timestamptz,
  cancelled_at         timestamptz,
  resume_at            timestamptz,
  duration_ms          bigint,
  reported_duration_ms bigint,
  org                  int NOT NULL,
  source               int NOT NULL,
  run_seq              int NOT NULL,
  total_steps_executed int NOT NULL,
  error_attempt        int,
  status               workflow_status NOT NULL,
  pause_reason         pause_reason,
  fold_version         smallint NOT NULL,
  newest               boolean NOT NULL,
  overflowed           boolean NOT NULL, -- run_overflow has more of it
  id                   uuid NOT NULL,
  last_event_id        uuid NOT NULL,
  env                  text NOT NULL,
  service_key          text NOT NULL,
  workflow_id          text NOT NULL,
  workflow_name        text NOT NULL,
  execution_id         text,
  current_step         text,
  error_message        text,
  error_step_name      text,
  completed_steps      text[] NOT NULL,
  inferred             text[] NOT NULL,
  state                json NOT NULL, -- see RunStateJson
  PRIMARY KEY (id, run_seq)
) WITH (toast_tuple_target = 8160, -- compressing what passes 2 kB would cost more than all the rest of an update
        fillfactor = 40, -- rows begin small and grow: without room in their page each growth would touch every index
        autovacuum_analyze_scale_factor = 0.05);

-- The newest run of a workflow id, as the documents' queries and the command line ask for it.
CREATE INDEX runs_workflow_id ON runs (workflow_id) WHERE newest;
-- The list of runs, newest first, and every "of the last 24 hours".
CREATE INDEX runs_started ON runs (started_at DESC) WHERE newest;
-- What is going on now, and what failed lately.
CREATE INDEX runs_open ON runs (env, started_at DESC) WHERE newest AND status IN ('running', 'paused');
CREATE INDEX runs_failed ON runs (failed_at DESC) WHERE newest AND status = 'failed';

-- What a run has beyond the first 64 steps, attempts and sleeps: chunks of 64, so that an event of a run with ten thousand
-- steps rewrites one chunk and not all of it.
CREATE TABLE run_overflow (
  id      uuid NOT NULL,
  run_seq int  NOT NULL,
  list    text NOT NULL, -- 's' steps, 'a' attempts, 'z' sleeps
  chunk   int  NOT NULL, -- from 1; chunk 0 is in the row itself
  items   json NOT NULL,
  PRIMARY KEY (id, run_seq, list, chunk)
);

-- Keys whose rows are behind the log: either about to be folded again, or their fold failed.
CREATE TABLE pending_folds (
  id            uuid PRIMARY KEY,
  org           int  NOT NULL,
  since         timestamptz NOT NULL DEFAULT now(),
  marks         bigint NOT NULL DEFAULT 1, -- how often it was asked for; tells whether a fold saw the last of it
  claimed_until timestamptz,
  cost_ms       bigint NOT NULL DEFAULT 0, -- of its last fold: the longer it takes, the longer the next one waits
  error         text
);

-- Runs by status, kept in the transaction that writes the rows. One row per server slot, so that servers do not wait for
-- each other: sum over it.
CREATE TABLE run_counts (
  source int NOT NULL,
  status workflow_status NOT NULL,
  slot   int NOT NULL,
  n      bigint NOT NULL,
  PRIMARY KEY (source, status, slot)
);
