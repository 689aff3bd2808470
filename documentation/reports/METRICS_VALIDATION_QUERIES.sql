-- What must hold of everything that Weir derives from the events of live-video sessions and from telemetry. Each query returns the rows that
-- break the rule above it, so a healthy database answers all of them with nothing. `./weir check` runs them; any SQL client
-- can, too.
--
-- A query begins with a line `-- check: the rule` and ends with a semicolon.

-- check: A known stream has exactly one startup outcome, and any other session has none
SELECT workflow_session_id, startup_outcome, known_stream, startup_success, startup_excused, startup_unexcused
FROM fact_workflow_sessions
WHERE startup_success::int + startup_excused::int + startup_unexcused::int <> known_stream::int
   OR known_stream <> (first_stream_request_ts IS NOT NULL)
   OR startup_outcome <> CASE WHEN startup_success THEN 'success' WHEN startup_excused THEN 'excused'
                              WHEN startup_unexcused THEN 'unexcused' ELSE 'not_in_denominator' END;

-- check: A start succeeded if the stream became playable, and is excused only with a reason
SELECT s.workflow_session_id, s.startup_outcome, s.first_playable_ts, s.error_count, s.excusable_error_count
FROM fact_workflow_sessions s
CROSS JOIN LATERAL (SELECT s.error_count > 0 AND s.error_count = s.excusable_error_count AS excusable_only) AS errors
WHERE s.startup_success <> (s.known_stream AND s.first_playable_ts IS NOT NULL)
   OR (s.startup_unexcused AND excusable_only)
   OR (s.startup_excused AND NOT excusable_only AND NOT EXISTS (
         SELECT FROM event_log l
         WHERE l.key = s.id AND l.type = 'stream_trace' AND l.payload::text LIKE '%gateway\_no\_orchestrators\_available%'));

-- check: No latency is negative, and each is what its edges say
WITH differences AS (
  SELECT *, epoch_ms(first_processed_ts) - epoch_ms(first_stream_request_ts) AS startup,
         epoch_ms(first_playable_ts) - epoch_ms(prompt_ts) AS playable, startup_ms - e2e_proxy_ms AS lag
  FROM fact_workflow_sessions),
inverted AS (
  SELECT *, coalesce((startup < 0)::int, 0) + coalesce((playable < 0)::int, 0) + coalesce((lag < 0)::int, 0) AS inversions
  FROM differences)
SELECT workflow_session_id, startup_ms, e2e_proxy_ms, prompt_to_playable_ms, gateway_runner_lag_ms, edge_inversions
FROM inverted
WHERE least(startup_ms, e2e_proxy_ms, prompt_to_playable_ms, gateway_runner_lag_ms) < 0
   OR startup_ms IS DISTINCT FROM CASE WHEN startup >= 0 THEN startup END
   OR prompt_to_playable_ms IS DISTINCT FROM CASE WHEN playable >= 0 THEN playable END
   OR gateway_runner_lag_ms IS DISTINCT FROM CASE WHEN lag >= 0 THEN lag END
   -- the edges of the fourth are no columns
   OR edge_inversions < inversions OR edge_inversions > inversions + (e2e_proxy_ms IS NULL)::int;

-- check: A session ends no earlier than it starts, and its edges lie in between
SELECT workflow_session_id, session_start_ts, session_end_ts, first_stream_request_ts, first_processed_ts, first_playable_ts,
       closed_ts
FROM fact_workflow_sessions
WHERE session_end_ts < session_start_ts
   OR least(first_stream_request_ts, first_processed_ts, first_playable_ts, closed_ts) < session_start_ts
   OR greatest(first_stream_request_ts, first_processed_ts, first_playable_ts, closed_ts) > session_end_ts;

-- check: Segments count from 0 without a gap, and a session has as many as it says
SELECT s.workflow_session_id, s.segment_count, s.inferred_swap_count, count(g.segment_index) AS segments,
       min(g.segment_index) AS first_index, max(g.segment_index) AS last_index
FROM fact_workflow_sessions s LEFT JOIN fact_workflow_session_segments g ON g.session = s.id
GROUP BY s.id, s.workflow_session_id, s.segment_count, s.inferred_swap_count
HAVING s.segment_count < 1 OR count(g.segment_index) <> s.segment_count OR s.inferred_swap_count <> s.segment_count - 1
    OR min(g.segment_index) <> 0 OR max(g.segment_index) <> count(DISTINCT g.segment_index) - 1;

-- check: Segments lie inside their session and one ends where the next begins
SELECT workflow_session_id, segment_index, segment_start_ts, segment_end_ts, next_start_ts, session_start_ts, session_end_ts
FROM (SELECT g.workflow_session_id, g.segment_index, g.segment_start_ts, g.segment_end_ts, s.session_start_ts, s.session_end_ts,
             s.closed_ts, lead(g.segment_start_ts) OVER (PARTITION BY g.session ORDER BY g.segment_index) AS next_start_ts
      FROM fact_workflow_session_segments g JOIN fact_workflow_sessions s ON s.id = g.session) AS segments
WHERE segment_start_ts < session_start_ts OR segment_start_ts > session_end_ts
   OR (segment_index = 0 AND segment_start_ts <> session_start_ts)
   OR segment_end_ts < segment_start_ts OR segment_end_ts > session_end_ts
   OR (next_start_ts IS NOT NULL AND segment_end_ts IS DISTINCT FROM next_start_ts)
   OR (next_start_ts IS NULL AND segment_end_ts IS NOT NULL AND closed_ts IS NULL);

-- check: A session shows what its last segment has
SELECT s.workflow_session_id, s.orchestrator_address, g.orchestrator_address AS of_segment, s.model_id,
       g.model_id AS model_of_segment, s.gpu_id, g.gpu_id AS gpu_of_segment
FROM fact_workflow_sessions s
JOIN fact_workflow_session_segments g ON g.session = s.id AND g.segment_index = s.segment_count - 1
WHERE (s.orchestrator_address, s.orchestrator_url, s.identity_match, s.model_id, s.gpu_id, s.gpu_attribution_method)
   IS DISTINCT FROM
      (g.orchestrator_address, g.orchestrator_url, g.identity_match, g.model_id, g.gpu_id, g.gpu_attribution_method);

-- check: Errors are counted once, the excusable ones among them, and the last of the others is shown
SELECT workflow_session_id, error_count, excusable_error_count, errors_after_close, events_after_close, last_error
FROM fact_workflow_sessions
WHERE least(error_count, excusable_error_count, errors_after_close, events_after_close) < 0
   OR excusable_error_count > error_count OR errors_after_close > error_count OR errors_after_close > events_after_close
   OR (closed_ts IS NULL AND events_after_close > 0)
   OR (last_error_event_uid IS NOT NULL) <> (error_count > excusable_error_count)
   OR (last_error IS NOT NULL AND last_error_event_uid IS NULL);

-- check: A session has a swap if it told of one or had several orchestrators
SELECT s.workflow_session_id, s.swap_count, s.orchestrator_count, named.orchestrators, s.session_has_swap
FROM fact_workflow_sessions s
CROSS JOIN LATERAL (SELECT count(DISTINCT g.orchestrator_address) AS orchestrators
                    FROM fact_workflow_session_segments g WHERE g.session = s.id) AS named
WHERE s.session_has_swap <> (s.swap_count > 0 OR s.orchestrator_count > 1) OR s.swap_count < 0
   OR s.orchestrator_count <> named.orchestrators;

-- check: A confidence is that of its method, and between 0 and 1
SELECT workflow_session_id, segment_index, gpu_attribution_method, gpu_attribution_confidence, model_id, gpu_id
FROM (SELECT workflow_session_id, NULL AS segment_index, gpu_attribution_method, gpu_attribution_confidence, model_id, gpu_id
      FROM fact_workflow_sessions
      UNION ALL
      SELECT workflow_session_id, segment_index, gpu_attribution_method, gpu_attribution_confidence, model_id, gpu_id
      FROM fact_workflow_session_segments) AS attributed
WHERE gpu_attribution_confidence IS DISTINCT FROM CASE gpu_attribution_method
        WHEN 'exact_orchestrator_time_match' THEN 1.0 WHEN 'nearest_prior_snapshot' THEN 0.9
        WHEN 'nearest_snapshot_within_ttl' THEN 0.7 WHEN 'proxy_address_join' THEN 0.4 WHEN 'none' THEN 0.0 END
   OR (gpu_attribution_confidence < 0.7 AND (model_id IS NOT NULL OR gpu_id IS NOT NULL));

-- check: Parameter updates are in order, inside their session, and as many as it says
SELECT s.workflow_session_id, s.parameter_update_count, updates.n, updates.first_ts, updates.last_ts
FROM fact_workflow_sessions s
CROSS JOIN LATERAL (
  SELECT count(*) AS n, min(u.updated_ts) AS first_ts, max(u.updated_ts) AS last_ts,
         bool_or(u.updated_ts < u.before) AS disordered, min(least(u.samples_before, u.samples_after)) AS least_samples
  FROM (SELECT *, lag(updated_ts) OVER (ORDER BY update_index) AS before
        FROM fact_workflow_parameter_updates WHERE session = s.id) AS u) AS updates
WHERE updates.n <> s.parameter_update_count OR updates.disordered OR updates.least_samples < 0
   OR updates.first_ts < s.session_start_ts OR updates.last_ts > s.session_end_ts;

-- check: Samples of segments add up to those of their session
SELECT s.workflow_session_id, s.status_samples, sum(g.status_samples) AS of_segments, s.fps_positive_samples
FROM fact_workflow_sessions s JOIN fact_workflow_session_segments g ON g.session = s.id
GROUP BY s.id, s.workflow_session_id, s.status_samples, s.fps_positive_samples
HAVING s.status_samples <> sum(g.status_samples) OR s.fps_positive_samples > s.status_samples OR s.fps_positive_samples < 0;

-- check: A session is a run that goes on until it is closed or idle, and then fails only without an excuse
SELECT s.workflow_session_id, s.startup_outcome, s.closed_ts, s.settled, r.status
FROM fact_workflow_sessions s LEFT JOIN runs r ON r.id = s.run_id AND r.newest
WHERE s.run_id IS NOT NULL
  AND r.status::text IS DISTINCT FROM CASE WHEN s.closed_ts IS NULL AND NOT s.settled THEN 'running'
                                           WHEN s.startup_unexcused THEN 'failed' ELSE 'completed' END
  AND NOT EXISTS (SELECT FROM pending_folds p WHERE p.id = s.id);

-- check: Every rate of the roll-ups is between 0 and 1
SELECT source, hour, grouping, sum(sessions) AS sessions, sum(known) AS known, sum(success) AS success,
       sum(excused) AS excused, sum(unexcused) AS unexcused, sum(swapped) AS swapped
FROM session_hours
GROUP BY source, hour, grouping
HAVING least(sum(known), sum(success), sum(excused), sum(unexcused), sum(swapped)) < 0
    OR sum(known) > sum(sessions) OR sum(swapped) > sum(sessions)
    OR sum(success) + sum(excused) + sum(unexcused) <> sum(known);

-- check: The roll-up of sessions is what its facts add up to
WITH facts AS (
  SELECT source, floor(extract(epoch FROM session_start_ts) / 3600) AS hour, gateway, pipeline, model_id, gpu_id,
         orchestrator_address, count(*) AS sessions, count(*) FILTER (WHERE known_stream) AS known,
         count(*) FILTER (WHERE startup_success) AS success, count(*) FILTER (WHERE startup_excused) AS excused,
         count(*) FILTER (WHERE startup_unexcused) AS unexcused, count(*) FILTER (WHERE session_has_swap) AS swapped,
         sum(error_count) AS errors, sum(excusable_error_count) AS excusable_errors, sum(edge_inversions) AS inversions
  FROM fact_workflow_sessions GROUP BY 1, 2, 3, 4, 5, 6, 7),
rolled_up AS (
  SELECT source, hour, gateway, pipeline, model_id, gpu_id, orchestrator_address, sum(sessions) AS sessions,
         sum(known) AS known, sum(success) AS success, sum(excused) AS excused, sum(unexcused) AS unexcused,
         sum(swapped) AS swapped, sum(errors) AS errors, sum(excusable_errors) AS excusable_errors,
         sum(inversions) AS inversions
  FROM session_hours LEFT JOIN session_groups USING (grouping) GROUP BY 1, 2, 3, 4, 5, 6, 7
  HAVING (sum(sessions), sum(known), sum(success), sum(excused), sum(unexcused), sum(swapped), sum(errors),
          sum(excusable_errors), sum(inversions)) <> (0, 0, 0, 0, 0, 0, 0, 0, 0))
SELECT 'facts' AS says, f.* FROM (SELECT * FROM facts EXCEPT SELECT * FROM rolled_up) AS f
UNION ALL
SELECT 'roll-up', r.* FROM (SELECT * FROM rolled_up EXCEPT SELECT * FROM facts) AS r;

-- check: The roll-up of latencies is what its facts add up to, bucket by bucket
WITH taken AS (
  SELECT source, floor(extract(epoch FROM session_start_ts) / 3600) AS hour, gateway, pipeline, model_id, gpu_id,
         orchestrator_address, measure, ms, 64 - position('1' IN ms::bit(64)::text) AS exponent
  FROM fact_workflow_sessions CROSS JOIN LATERAL (
    VALUES (0, startup_ms), (1, e2e_proxy_ms), (2, prompt_to_playable_ms), (3, gateway_runner_lag_ms)) AS taken(measure, ms)
  WHERE ms IS NOT NULL),
facts AS ( -- exact below 128 ms, then 64 buckets to a doubling
  SELECT source, hour, gateway, pipeline, model_id, gpu_id, orchestrator_address, measure,
         CASE WHEN ms < 128 THEN ms ELSE 128 + (exponent - 7) * 64 + ((ms >> (exponent - 6)) & 63) END AS bucket, count(*) AS n
  FROM taken GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9),
rolled_up AS (
  SELECT source, hour, gateway, pipeline, model_id, gpu_id, orchestrator_address, measure, bucket, sum(n) AS n
  FROM session_latencies LEFT JOIN session_groups USING (grouping) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
  HAVING sum(n) <> 0)
SELECT 'facts' AS says, f.* FROM (SELECT * FROM facts EXCEPT SELECT * FROM rolled_up) AS f
UNION ALL
SELECT 'roll-up', r.* FROM (SELECT * FROM rolled_up EXCEPT SELECT * FROM facts) AS r;

-- check: The events that a session and its segments point at are in the log, and are its own
SELECT p.workflow_session_id, p.what, p.event
FROM (SELECT s.workflow_session_id, s.id, s.org, e.what, e.event
      FROM fact_workflow_sessions s CROSS JOIN LATERAL (
        VALUES ('first event', s.source_first_event_uid), ('last event', s.source_last_event_uid),
               ('last error', s.last_error_event_uid)) AS e(what, event)
      UNION ALL
      SELECT workflow_session_id, session, org, 'segment ' || segment_index, source_event_uid
      FROM fact_workflow_session_segments
      UNION ALL
      SELECT workflow_session_id, session, org, 'parameter update ' || update_index, source_event_uid
      FROM fact_workflow_parameter_updates) AS p
WHERE p.event IS NOT NULL
  AND NOT EXISTS (SELECT FROM event_log l
                  WHERE l.id = p.event AND l.org = p.org AND l.month = id_month(p.event) AND l.key = p.id);

-- check: Every event of a session in the log is in its version, unless it waits to be folded
WITH logged AS (
  -- an event that names its own eventId came as one of a workflow, whatever its type
  SELECT key, count(*) AS events FROM event_log
  WHERE type IN ('stream_trace', 'stream_ingest_metrics', 'ai_stream_events', 'ai_stream_status')
    AND key IS NOT NULL AND payload->>'eventId' IS NULL
  GROUP BY key),
snapshots AS (SELECT org, count(*) AS n FROM capability_snapshots GROUP BY org)
SELECT coalesce(s.id, l.key) AS session, s.workflow_session_id, coalesce(l.events, 0) AS in_the_log,
       s.events AS folded, s.version
FROM logged l FULL JOIN fact_workflow_sessions s ON s.id = l.key LEFT JOIN snapshots ON snapshots.org = s.org
WHERE (coalesce(l.events, 0) <> coalesce(s.events, 0) OR s.version < s.events
       OR s.version > s.events + coalesce(snapshots.n, 0))
  AND NOT EXISTS (SELECT FROM pending_folds p WHERE p.id = coalesce(s.id, l.key));

-- check: Telemetry that came as an event is in the log, as what it is
SELECT t.id, t.event_uid, t.event_type, t.ts
FROM scheduler.ttfs_events t LEFT JOIN organisations o ON o.id = t.tenant_id
WHERE t.event_uid IS NOT NULL
  AND NOT EXISTS (SELECT FROM event_log l
                  WHERE l.id = t.event_uid AND l.month = id_month(t.event_uid) AND l.org = o.org AND l.key IS NULL
                    AND l.type = t.event_type AND l.at = t.ts);

-- check: The roll-up of telemetry is what its rows add up to
WITH facts AS (
  SELECT tenant_id, floor(extract(epoch FROM ts) / 3600) AS hour, surface, event_type, cache_hit, count(*) AS n,
         sum(ttfs_ms) AS sum_ms, count(*) FILTER (WHERE ttfs_ms > 2000) AS over_p50,
         count(*) FILTER (WHERE ttfs_ms > 5000) AS over_p95
  FROM scheduler.ttfs_events GROUP BY 1, 2, 3, 4, 5),
rolled_up AS (
  SELECT tenant_id, extract(epoch FROM hour) / 3600 AS hour, surface, event_type, cache_hit, n, sum_ms, over_p50, over_p95
  FROM ttfs_hours)
SELECT 'facts' AS says, f.* FROM (SELECT * FROM facts EXCEPT SELECT * FROM rolled_up) AS f
UNION ALL
SELECT 'roll-up', r.* FROM (SELECT * FROM rolled_up EXCEPT SELECT * FROM facts) AS r;

-- check: Signals that were shown are in the bucket of their time
WITH taken AS (
  SELECT *, 32 - position('1' IN ttfs_ms::bit(32)::text) AS exponent FROM scheduler.ttfs_events
  WHERE event_type = 'signal.rendered'),
facts AS ( -- exact below 128 ms, then 64 buckets to a doubling
  SELECT tenant_id, floor(extract(epoch FROM ts) / 3600) AS hour, surface, cache_hit,
         CASE WHEN ttfs_ms < 0 THEN 0 WHEN ttfs_ms < 128 THEN ttfs_ms
              ELSE 128 + (exponent - 7) * 64 + ((ttfs_ms >> (exponent - 6)) & 63) END AS bucket, count(*) AS n
  FROM taken GROUP BY 1, 2, 3, 4, 5),
rolled_up AS (
  SELECT tenant_id, extract(epoch FROM hour) / 3600 AS hour, surface, cache_hit, bucket, n FROM ttfs_buckets)
SELECT 'facts' AS says, f.* FROM (SELECT * FROM facts EXCEPT SELECT * FROM rolled_up) AS f
UNION ALL
SELECT 'roll-up', r.* FROM (SELECT * FROM rolled_up EXCEPT SELECT * FROM facts) AS r;

-- check: What was received was accepted, a duplicate, ignored or rejected
SELECT source, credential, received, accepted, duplicates, ignored, rejected
FROM accounting
WHERE received <> accepted + duplicates + ignored + rejected OR least(accepted, duplicates, ignored, rejected) < 0;

-- check: What was accepted or ignored is in the log, and nothing else
SELECT source, coalesce(a.n, 0) AS accounted, coalesce(l.n, 0) AS in_the_log
FROM (SELECT source, sum(accepted + ignored) AS n FROM accounting GROUP BY source) AS a
FULL JOIN (SELECT source, count(*) AS n FROM event_log GROUP BY source) AS l USING (source)
WHERE coalesce(a.n, 0) <> coalesce(l.n, 0);
