-- Most events of a session only count on: a sample changes some twenty numbers and nothing else. They have a narrow row of
-- their own, so that the wide one, with its arrays and the rest of the state, is written only when there is news.

-- What every event changes. The stamp is here, so whoever writes a session writes this row first.
CREATE TABLE session_tallies (
  stamp              bigint NOT NULL, -- as in runs
  run_stamp          bigint NOT NULL, -- of the run that it is
  last_at            timestamptz NOT NULL, -- the newest event
  heartbeat_at       timestamptz NOT NULL, -- see SessionRun
  span_fps_sum       bigint NOT NULL, -- of the span that is open, in millionths as all sums
  span_jitter_sum    bigint NOT NULL,
  marked_fps_sum     bigint NOT NULL, -- since the last parameter update
  marked_jitter_sum  bigint NOT NULL,
  events             int NOT NULL,
  events_after_close int NOT NULL,
  span_events        int NOT NULL,
  span_statuses      int NOT NULL,
  span_fps_count     int NOT NULL,
  span_fps_positive  int NOT NULL,
  span_jitter_count  int NOT NULL,
  marked_statuses    int NOT NULL,
  marked_fps_count   int NOT NULL,
  marked_fps_positive int NOT NULL,
  marked_jitter_count int NOT NULL,
  last_rank          smallint NOT NULL,
  heartbeat_rank     smallint NOT NULL,
  id                 uuid PRIMARY KEY, -- of the session
  last_id            uuid NOT NULL,
  heartbeat_id       uuid NOT NULL
) WITH (fillfactor = 50); -- its updates touch no index while its page has room

DROP VIEW fact_workflow_session_segments, fact_workflow_parameter_updates;
ALTER TABLE fact_workflow_sessions RENAME TO sessions;

ALTER TABLE sessions
  ADD snapshots         int NOT NULL DEFAULT 0, -- distinct ones that went into it
  ADD over_statuses     int NOT NULL DEFAULT 0, -- of all spans that are over
  ADD over_fps_count    int NOT NULL DEFAULT 0,
  ADD over_fps_positive int NOT NULL DEFAULT 0,
  ADD over_jitter_count int NOT NULL DEFAULT 0,
  ADD over_fps_sum      bigint NOT NULL DEFAULT 0,
  ADD over_jitter_sum   bigint NOT NULL DEFAULT 0;

-- All sessions are folded again after the next start, because their states have another form from now on; until then these
-- rows show what was known.
INSERT INTO session_tallies
SELECT s.stamp, s.run_stamp, s.session_end_ts, s.session_end_ts,
       coalesce((open.span->7->>3)::bigint, 0), coalesce((open.span->7->>5)::bigint, 0),
       coalesce((s.state->23->>3)::bigint, 0), coalesce((s.state->23->>5)::bigint, 0),
       coalesce((s.state->>3)::int, s.version), s.events_after_close, coalesce((open.span->>6)::int, 0),
       coalesce((open.span->7->>0)::int, 0), coalesce((open.span->7->>1)::int, 0),
       coalesce((open.span->7->>2)::int, 0), coalesce((open.span->7->>4)::int, 0),
       coalesce((s.state->23->>0)::int, 0), coalesce((s.state->23->>1)::int, 0),
       coalesce((s.state->23->>2)::int, 0), coalesce((s.state->23->>4)::int, 0),
       0, 0, s.id, s.source_last_event_uid, s.source_last_event_uid
FROM sessions s CROSS JOIN LATERAL (SELECT s.state->21->-1 AS span) AS open;

UPDATE sessions s SET
  snapshots = s.version - t.events,
  over_statuses = s.status_samples - t.span_statuses,
  over_fps_positive = s.fps_positive_samples - t.span_fps_positive,
  over_fps_count = spans.fps_count - t.span_fps_count, over_fps_sum = spans.fps_sum - t.span_fps_sum,
  over_jitter_count = spans.jitter_count - t.span_jitter_count, over_jitter_sum = spans.jitter_sum - t.span_jitter_sum,
  fold_version = 0
FROM session_tallies t CROSS JOIN LATERAL (
  SELECT coalesce(sum((span->7->>1)::int), 0) AS fps_count, coalesce(sum((span->7->>3)::bigint), 0) AS fps_sum,
         coalesce(sum((span->7->>4)::int), 0) AS jitter_count, coalesce(sum((span->7->>5)::bigint), 0) AS jitter_sum
  FROM sessions f CROSS JOIN LATERAL json_array_elements(f.state->21) AS spans(span) WHERE f.id = t.id) AS spans
WHERE t.id = s.id;

ALTER TABLE sessions
  DROP stamp, DROP run_stamp, DROP session_end_ts, DROP events_after_close, DROP status_samples, DROP fps_positive_samples,
  DROP avg_fps, DROP avg_jitter, DROP source_last_event_uid, DROP version;

CREATE FUNCTION mean(sum bigint, count int) RETURNS double precision LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN count > 0 THEN sum / 1000000::double precision / count END;

CREATE VIEW fact_workflow_sessions AS
SELECT
  s.workflow_session_id, s.stream_id, s.request_id, s.workflow_type, s.workflow_id, s.pipeline, s.pipeline_id,
  s.session_start_ts, t.last_at AS session_end_ts, s.first_stream_request_ts, s.first_processed_ts, s.first_playable_ts,
  s.prompt_ts, s.closed_ts,
  s.startup_ms, s.e2e_proxy_ms, s.prompt_to_playable_ms, s.gateway_runner_lag_ms, s.edge_inversions,
  s.startup_outcome, s.known_stream, s.startup_success, s.startup_excused, s.startup_unexcused,
  s.swap_count, s.inferred_swap_count, s.orchestrator_count, s.session_has_swap,
  s.error_count, s.excusable_error_count, s.errors_after_close, t.events_after_close, s.last_error, s.last_error_event_uid,
  s.orchestrator_address, s.observed_orchestrator_address, s.orchestrator_url, s.identity_match, s.gateway,
  s.model_id, s.gpu_id, s.gpu_attribution_method, s.gpu_attribution_confidence,
  s.stream_state, s.segment_count, s.parameter_update_count,
  s.over_statuses + t.span_statuses AS status_samples,
  s.over_fps_positive + t.span_fps_positive AS fps_positive_samples,
  mean(s.over_fps_sum + t.span_fps_sum, s.over_fps_count + t.span_fps_count) AS avg_fps,
  mean(s.over_jitter_sum + t.span_jitter_sum, s.over_jitter_count + t.span_jitter_count) AS avg_jitter,
  s.source_first_event_uid, t.last_id AS source_last_event_uid,
  t.events, t.events + s.snapshots AS version,
  s.env, s.service_key, s.org, s.source, s.id, s.run_id, s.settled, s.fold_version, s.row_version
FROM sessions s LEFT JOIN session_tallies t ON t.id = s.id; -- a left one, so that it is left out where nobody asks for it

-- The last segment counts on: of its figures, its array has what the spans have that are over.
CREATE VIEW fact_workflow_session_segments AS
SELECT
  f.workflow_session_id,
  (s.place - 1)::int AS segment_index,
  moment(f.session_start_ts, s.item->>0) AS segment_start_ts,
  moment(f.session_start_ts, s.item->>1) AS segment_end_ts,
  s.item->>2 AS gateway,
  s.item->>3 AS orchestrator_address,
  s.item->>4 AS observed_orchestrator_address,
  s.item->>5 AS orchestrator_url,
  s.item->>6 AS identity_match,
  s.item->>7 AS worker_id,
  s.item->>8 AS gpu_id,
  s.item->>9 AS model_id,
  s.item->>10 AS gpu_attribution_method,
  (s.item->>11)::double precision AS gpu_attribution_confidence,
  s.item->>12 AS region,
  s.item->>13 AS reason,
  s.item->>14 AS source_trace_type,
  short_id(s.item->>15) AS source_event_uid,
  CASE WHEN t.id IS NULL THEN (s.item->>16)::int
       ELSE t.span_statuses + coalesce((s.item->20->>1)::int, 0) END AS status_samples,
  CASE WHEN t.id IS NULL THEN (s.item->>17)::double precision
       ELSE mean(t.span_fps_sum + coalesce((s.item->20->>3)::bigint, 0),
                 t.span_fps_count + coalesce((s.item->20->>2)::int, 0)) END AS avg_fps,
  CASE WHEN t.id IS NULL THEN (s.item->>18)::double precision
       ELSE mean(t.span_jitter_sum + coalesce((s.item->20->>5)::bigint, 0),
                 t.span_jitter_count + coalesce((s.item->20->>4)::int, 0)) END AS avg_jitter,
  CASE WHEN t.id IS NULL THEN (s.item->>19)::int
       ELSE t.span_events + coalesce((s.item->20->>0)::int, 0) END AS version,
  f.org, f.source, f.id AS session
FROM sessions f
CROSS JOIN LATERAL json_array_elements(f.segments) WITH ORDINALITY AS s(item, place)
LEFT JOIN session_tallies t ON t.id = f.id AND s.place = f.segment_count;

-- So does what came after the last update.
CREATE VIEW fact_workflow_parameter_updates AS
SELECT
  f.workflow_session_id,
  (u.place - 1)::int AS update_index,
  moment(f.session_start_ts, u.item->>0) AS updated_ts,
  short_id(u.item->>1) AS source_event_uid,
  (u.item->>2)::int AS samples_before,
  CASE WHEN t.id IS NULL THEN (u.item->>3)::int ELSE t.marked_statuses END AS samples_after,
  (u.item->>4)::double precision AS fps_before,
  CASE WHEN t.id IS NULL THEN (u.item->>5)::double precision ELSE mean(t.marked_fps_sum, t.marked_fps_count) END AS fps_after,
  (u.item->>6)::double precision AS jitter_before,
  CASE WHEN t.id IS NULL THEN (u.item->>7)::double precision ELSE mean(t.marked_jitter_sum, t.marked_jitter_count) END
    AS jitter_after,
  f.org, f.source, f.id AS session
FROM sessions f
CROSS JOIN LATERAL json_array_elements(f.parameter_updates) WITH ORDINALITY AS u(item, place)
LEFT JOIN session_tallies t ON t.id = f.id AND u.place = f.parameter_update_count;

-- Most commits that tell of sessions leave their runs as they are: who works behind the commits need not look at these.
ALTER TABLE commits ADD heard uuid[] NOT NULL DEFAULT '{}'; -- sessions, and their runs that it did not change, for those who watch

DROP FUNCTION record_commit(bigint, int, uuid[]);
CREATE FUNCTION record_commit(batch bigint, events int, keys uuid[], heard uuid[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  taken bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('weir.commit_position'));
  taken := nextval('commit_position');
  INSERT INTO commits (position, batch, events, keys, heard) VALUES (taken, batch, events, keys, heard);
  PERFORM pg_notify('weir_commits', ''); -- commits wait for each other here in any case
  RETURN taken;
END $$;
