-- What people want to be told of a service in an environment; a rebuild never touches it.
CREATE TABLE service_alerts (
  org              int    NOT NULL,
  service_key      text   NOT NULL,
  env              text   NOT NULL,
  min_success_rate float8,          -- of runs that completed or failed
  max_p95_ms       bigint,          -- of completed runs
  max_silence_ms   bigint,
  window_ms        bigint NOT NULL, -- of runs that ended in so long up to now
  min_runs         int    NOT NULL, -- of fewer nothing is said
  PRIMARY KEY (org, service_key, env),
  CHECK (num_nonnulls(min_success_rate, max_p95_ms, max_silence_ms) > 0)
);
