-- Failures as people look at them: newest first, in groups, and what somebody does about each.

-- A failure is told by its end and by that of its step, which may come later: both make it be read again.
ALTER TABLE failures RENAME COLUMN end_event TO told_by; -- see Failures.toldBy

-- Whether it is the newest run of its workflow id, and which message it had, so that neither has to be read from the runs.
-- Whoever learns from failures goes over all runs once more and fills both in.
ALTER TABLE failures
  ADD COLUMN newest  boolean NOT NULL DEFAULT true,
  ADD COLUMN message bigint NOT NULL DEFAULT 0; -- see Failures.messageNumber; 0 for none
UPDATE followers SET up_to = '00000000-0000-0000-0000-000000000000'
  WHERE name = 'failures' AND EXISTS (SELECT FROM failures);

-- Every list merges the failures of workflows, of all kinds or of one.
CREATE INDEX failures_workflow ON failures (source, workflow_name, failed_at, id, run_seq);
CREATE INDEX failures_kind_workflow ON failures (signature, source, workflow_name, failed_at, id, run_seq);

-- A success recovers the failures before it, also if its workflow id was used again since: few runs are.
CREATE INDEX runs_earlier_completed ON runs (source, name_hash, ended_at)
  WHERE NOT newest AND status = 'completed' AND ended_at IS NOT NULL;

-- Failures by day of UTC. Whoever learns writes them, one at a time.
CREATE TABLE failure_days (
  source        int NOT NULL,
  day           int NOT NULL, -- since 1970
  signature     uuid NOT NULL,
  workflow_name text NOT NULL,
  step_name     text NOT NULL, -- empty for none
  slot          int NOT NULL,
  n             bigint NOT NULL,
  repaired      bigint NOT NULL, -- of which the same workflow id succeeded later
  PRIMARY KEY (source, day, signature, workflow_name, step_name, slot)
) WITH (fillfactor = 70);

CREATE INDEX failure_days_signature ON failure_days (signature, source, day);

CREATE TABLE failure_messages (
  source        int NOT NULL,
  day           int NOT NULL,
  workflow_name text NOT NULL,
  message       bigint NOT NULL,
  slot          int NOT NULL,
  n             bigint NOT NULL,
  newest        bigint NOT NULL, -- of which are the newest run of their workflow id
  PRIMARY KEY (source, day, workflow_name, message, slot)
) WITH (fillfactor = 70);

CREATE FUNCTION utc_day(at timestamptz) RETURNS int LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN floor(extract(epoch FROM at) / 86400)::int;

INSERT INTO failure_days
SELECT source, utc_day(failed_at), signature, workflow_name, coalesce(step_name, ''), 0, count(*), count(repair_ms)
FROM failures GROUP BY 1, 2, 3, 4, 5;
INSERT INTO failure_messages
SELECT source, utc_day(failed_at), workflow_name, message, 0, count(*), count(*) FILTER (WHERE newest)
FROM failures GROUP BY 1, 2, 3, 4;

-- What people do about a failure. It is never derived and survives a rebuild.
CREATE TABLE failure_inbox (
  org        int  NOT NULL,
  id         uuid NOT NULL,
  run_seq    int  NOT NULL,
  taken_by   text,
  taken_at   timestamptz,
  note       text,
  closed_at  timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org, id, run_seq)
);

-- Questions that people gave a name: the search part of a page's address.
CREATE TABLE saved_views (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  org        int  NOT NULL,
  page       text NOT NULL CHECK (page IN ('runs', 'failures')),
  name       text NOT NULL,
  query      text NOT NULL,
  pinned     boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (org, page, name)
);
