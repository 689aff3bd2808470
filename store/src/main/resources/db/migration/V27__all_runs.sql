-- Lists of all runs: the orders that lists of the newest ones have, for those that are not the newest of their id. The second
-- serves what asked for the completed ones by their end, too.
CREATE INDEX runs_earlier_by_start ON runs (source, status, name_hash, started_at, id, run_seq)
  WHERE NOT newest AND ended_at IS NOT NULL;
CREATE INDEX runs_earlier_by_end ON runs (source, status, name_hash, ended_at, id, run_seq) INCLUDE (trailing_event_at)
  WHERE NOT newest AND ended_at IS NOT NULL;
CREATE INDEX runs_earlier_trailing ON runs (source, status, name_hash, trailing_event_at, id, run_seq)
  WHERE NOT newest AND trailing_event_at IS NOT NULL;
DROP INDEX runs_earlier_completed;
