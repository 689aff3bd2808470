-- Exact percentiles of many stages without reading all of them. Which bucket holds a rank is known from stage_days, and these
-- have the durations of one bucket beside each other; duration_bucket numbers them as StageBuckets does.
CREATE INDEX stages_first_passes ON stages (source, workflow_name, workflow_stage, duration_bucket(first_pass_ms), at)
  INCLUDE (first_pass_ms) WHERE first_pass_ms IS NOT NULL;
CREATE INDEX stages_late ON stages (source, workflow_name, workflow_stage, duration_bucket(late_ms), at)
  INCLUDE (late_ms) WHERE late_ms IS NOT NULL;

-- Of most stages the first pass is the only one, and the span; here are the others, so that passes and spans need no index of
-- their own.
CREATE INDEX stages_several ON stages (source, workflow_name, workflow_stage, at)
  WHERE span_ms IS DISTINCT FROM first_pass_ms OR pass_ms <> array_remove(ARRAY[first_pass_ms], NULL);

-- Without the passes, which may be more than an index can hold: then none of the stage's events could be stored.
DROP INDEX stages_at;
CREATE INDEX stages_at ON stages (source, workflow_stage, at) INCLUDE (workflow_name, first_pass_ms, span_ms, late_ms);
