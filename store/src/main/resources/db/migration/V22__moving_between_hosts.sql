-- A job logs first and folds a moment later. Once in a checkpoint it says up to when what it received is folded; who takes the
-- database over from it notes since when it may not be, and folds that again.
ALTER TABLE folded_by
  ADD folded_to timestamptz,      -- what a job received before then is in the rows; null if it has not said so yet
  ADD unfolded_since timestamptz; -- events received since then are to be folded again; null if there are none

-- The log grows in this order, so that a few bytes for every megabyte of it are enough to find its end.
CREATE INDEX event_log_received ON event_log USING brin (received_at) WITH (autosummarize = on);
