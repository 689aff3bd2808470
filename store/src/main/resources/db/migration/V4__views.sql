-- The relations of the monitoring documents, under their names. They unpack the state that RunStateJson writes; times in it
-- are microseconds after the run's created_at, ids are base64.

CREATE FUNCTION short_id(text) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN encode(decode($1 || '==', 'base64'), 'hex')::uuid;

CREATE FUNCTION moment(base timestamptz, micros text) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  -- in two parts: an interval is multiplied as a floating-point number, which has no microseconds left in the year 9999
  RETURN base + (micros::bigint / 1000000) * interval '1 second' + (micros::bigint % 1000000) * interval '1 microsecond';

CREATE FUNCTION epoch_ms(timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN floor(extract(epoch FROM $1) * 1000)::bigint;

CREATE FUNCTION elapsed_ms(since timestamptz, until timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN until >= since THEN epoch_ms(until) - epoch_ms(since) END;

-- What only the log keeps of an event, by its id.
CREATE FUNCTION event_payload(event uuid, of_org int) RETURNS json LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT payload FROM event_log WHERE id = event AND org = of_org AND month = id_month(event)
$$;

-- The step of an attempt: RunStateJson keeps 64 in the row, the rest in chunks of 64.
CREATE FUNCTION run_step(run uuid, seq int, state json, step int) RETURNS json LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN step < 64 THEN state->'s'->step
    ELSE (SELECT items->(step % 64) FROM run_overflow
          WHERE id = run AND run_seq = seq AND list = 's' AND chunk = step / 64)
  END
$$;

CREATE VIEW workflows AS
SELECT
  r.id, r.workflow_id, r.workflow_name, r.env, r.service_key,
  event_payload(short_id(r.state->>'i'), r.org)->'input' AS input,
  r.status, r.pause_reason, r.resume_at, r.current_step, r.completed_steps, r.total_steps_executed,
  r.error_message,
  CASE WHEN r.status = 'failed' THEN event_payload(short_id(r.state->>'e'), r.org)->'error'->>'stack' END AS error_stack,
  r.error_step_name, r.error_attempt,
  r.started_at, r.completed_at, r.failed_at, r.duration_ms,
  r.created_at, r.updated_at, r.last_event_id, r.last_event_at,
  -- beyond the documents
  o.id AS org_id, r.execution_id, r.run_seq, r.cancelled_at, r.reported_duration_ms, r.inferred,
  CASE WHEN r.status = 'completed' THEN event_payload(short_id(r.state->>'e'), r.org)->'output' END AS output
FROM runs r
JOIN organisations o ON o.org = r.org
WHERE r.newest;

CREATE VIEW workflow_steps AS
SELECT
  md5(r.id || '/' || r.run_seq || '/step/' || (s.item->>0))::uuid AS id,
  r.workflow_id, r.env, r.service_key,
  s.item->>0 AS step_name,
  (ARRAY['pending', 'running', 'completed', 'failed', 'retrying', 'cancelled'])[(s.item->>1)::int + 1]::step_status AS status,
  coalesce((s.item->>2)::int, 0) AS current_attempt,
  (s.item->>8)::int AS max_attempts,
  event_payload(short_id(s.item->>9), r.org)->'result' AS result,
  coalesce((s.item->>13)::int & 1 = 1, false) AS cached,
  CASE WHEN s.item->>1 IN ('3', '4') THEN event_payload(short_id(s.item->>10), r.org)->'error'->>'message' END AS error_message,
  CASE WHEN s.item->>1 IN ('3', '4') THEN event_payload(short_id(s.item->>10), r.org)->'error'->>'stack' END AS error_stack,
  s.item->>1 = '4' AS will_retry,
  coalesce((s.item->>11)::int, 0) AS retry_count,
  CASE WHEN s.item->>1 = '4' THEN moment(r.created_at, s.item->>17) END AS next_retry_at,
  (s.item->>18)::bigint AS last_retry_delay_ms,
  (s.item->>19)::bigint AS timeout_ms,
  moment(r.created_at, s.item->>20) AS timeout_deadline,
  coalesce((s.item->>13)::int & 4 = 4, false) AS timed_out,
  moment(r.created_at, s.item->>3) AS started_at,
  moment(r.created_at, s.item->>4) AS completed_at,
  nullif(coalesce((s.item->>16)::bigint,
                  elapsed_ms(moment(r.created_at, s.item->>3), moment(r.created_at, s.item->>4))), -1) AS duration_ms,
  CASE
    WHEN coalesce(s.item->>12, s.item->>1) = '2' AND s.item->>5 IS NOT NULL THEN (s.item->>5)::bigint
    WHEN coalesce(s.item->>12, s.item->>1) IN ('2', '3') THEN
      elapsed_ms(moment(r.created_at, s.item->>3), moment(r.created_at, nullif(coalesce(s.item->>15, s.item->>4), '-1')))
  END AS total_duration_ms,
  moment(r.created_at, coalesce(s.item->>14, s.item->>3)) AS created_at,
  r.updated_at,
  s.place::int AS execution_order,
  s.item->>12 IS NOT NULL AS inferred
FROM runs r
CROSS JOIN LATERAL (
  SELECT item, place FROM json_array_elements(r.state->'s') WITH ORDINALITY AS inline(item, place)
  UNION ALL
  SELECT item, o.chunk * 64 + place
  FROM run_overflow o CROSS JOIN LATERAL json_array_elements(o.items) WITH ORDINALITY AS chunk(item, place)
  WHERE r.overflowed AND o.id = r.id AND o.run_seq = r.run_seq AND o.list = 's'
) AS s
WHERE r.newest;

CREATE VIEW step_attempts AS
SELECT
  md5(r.id || '/' || r.run_seq || '/attempt ' || (a.item->>1) || '/' || (a.step->>0))::uuid AS id,
  r.workflow_id, r.env, r.service_key,
  a.step->>0 AS step_name,
  (a.item->>1)::int AS attempt_number,
  (ARRAY['success', 'failure', 'timeout'])[(a.item->>4)::int + 1]::attempt_result AS result,
  event_payload(short_id(CASE a.item->>7 WHEN '0' THEN a.item->>6 ELSE a.item->>7 END), r.org)->'error'->>'message' AS error_message,
  event_payload(short_id(CASE a.item->>7 WHEN '0' THEN a.item->>6 ELSE a.item->>7 END), r.org)->'error'->>'stack' AS error_stack,
  moment(r.created_at, a.item->>2) AS started_at,
  moment(r.created_at, a.item->>3) AS ended_at,
  epoch_ms(moment(r.created_at, a.item->>3)) - epoch_ms(moment(r.created_at, a.item->>2)) AS duration_ms,
  coalesce(a.item->>8 = '1', false) AS retry_scheduled,
  (a.item->>9)::bigint AS retry_delay_ms,
  moment(r.created_at, a.item->>10) AS next_attempt_at,
  short_id(a.item->>5) AS start_event_id,
  short_id(CASE a.item->>6 WHEN '0' THEN a.step->>9 ELSE a.item->>6 END) AS end_event_id
FROM runs r
CROSS JOIN LATERAL (
  SELECT item, run_step(r.id, r.run_seq, r.state, (item->>0)::int) AS step
  FROM (
    SELECT item FROM json_array_elements(r.state->'a') AS inline(item)
    UNION ALL
    SELECT item FROM run_overflow o CROSS JOIN LATERAL json_array_elements(o.items) AS chunk(item)
    WHERE r.overflowed AND o.id = r.id AND o.run_seq = r.run_seq AND o.list = 'a'
  ) AS items
) AS a
WHERE r.newest;

CREATE VIEW workflow_sleeps AS
SELECT
  md5(r.id || '/' || r.run_seq || '/sleep/' || z.place)::uuid AS id,
  r.workflow_id, r.env, r.service_key,
  coalesce(epoch_ms(moment(r.created_at, z.item->>3)) - epoch_ms(moment(r.created_at, z.item->>0)), (z.item->>2)::bigint) AS duration_ms,
  moment(r.created_at, z.item->>0) AS started_at,
  moment(r.created_at, z.item->>1) AS resume_at,
  moment(r.created_at, z.item->>3) AS completed_at,
  z.item->>3 IS NOT NULL AS completed,
  short_id(z.item->>4) AS start_event_id,
  short_id(z.item->>5) AS complete_event_id,
  coalesce(z.item->>6 = '1', false) AS inferred
FROM runs r
CROSS JOIN LATERAL (
  SELECT item, place FROM json_array_elements(r.state->'z') WITH ORDINALITY AS inline(item, place)
  UNION ALL
  SELECT item, o.chunk * 64 + place
  FROM run_overflow o CROSS JOIN LATERAL json_array_elements(o.items) WITH ORDINALITY AS chunk(item, place)
  WHERE r.overflowed AND o.id = r.id AND o.run_seq = r.run_seq AND o.list = 'z'
) AS z
WHERE r.newest;

-- The log with its run: the text of the key is in the run's row, not in every event. What has no run shows none.
CREATE VIEW workflow_events AS
SELECT
  l.id,
  l.type AS event_type,
  r.workflow_id,
  coalesce(l.payload->>'workflowName', r.workflow_name) AS workflow_name,
  s.env, s.service_key,
  l.at AS event_timestamp,
  l.payload,
  l.received_at,
  p.id IS NULL AS processed,
  CASE WHEN p.id IS NULL THEN l.received_at END AS processed_at,
  p.error AS processing_error,
  l.key AS run_id, l.mended, l.batch
FROM event_log l
JOIN sources s ON s.source = l.source
LEFT JOIN runs r ON r.id = l.key AND r.newest
LEFT JOIN pending_folds p ON p.id = l.key;

CREATE VIEW services AS
SELECT
  md5(o.id || '/' || s.service_key)::uuid AS id,
  s.service_key,
  d.display_name,
  d.description,
  array_agg(DISTINCT s.env ORDER BY s.env) AS environments,
  min(s.created_at) AS created_at,
  max(coalesce(a.last_event_at, s.created_at)) AS updated_at,
  max(a.last_event_at) AS last_event_at
FROM sources s
JOIN organisations o ON o.org = s.org
JOIN accounting a ON a.source = s.source AND a.accepted > 0
LEFT JOIN service_descriptions d ON d.org = s.org AND d.service_key = s.service_key
GROUP BY o.id, s.service_key, d.display_name, d.description;
