-- Events that come over a broker: how far the log has them. An offset below is one that is handed over again.
CREATE TABLE topic_offsets (
  topic       text   NOT NULL,
  part        int    NOT NULL,
  next_offset bigint NOT NULL,
  PRIMARY KEY (topic, part)
);

-- Who folds what is in this database: servers, each in the transaction that appends, or one job. Never both, as neither
-- would see what the other has not folded yet. A job says every few seconds that it is at work.
CREATE TABLE folded_by (
  one     boolean PRIMARY KEY DEFAULT true CHECK (one),
  host    text NOT NULL CHECK (host IN ('server', 'flink')),
  since   timestamptz NOT NULL DEFAULT now(),
  at_work timestamptz
);
