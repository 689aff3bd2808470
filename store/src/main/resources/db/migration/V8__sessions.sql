-- Live-video sessions: the session fold's rows, what snapshots tell of orchestrators, and what is paid and discovered.

-- One row per session, with all of its columns and the fold's state. It is saved together with the run that the session is.
CREATE TABLE fact_workflow_sessions (
  stamp                     bigint NOT NULL, -- as in runs
  run_stamp                 bigint NOT NULL, -- of the run that it is
  session_start_ts          timestamptz NOT NULL,
  session_end_ts            timestamptz NOT NULL,
  first_stream_request_ts   timestamptz,
  first_processed_ts        timestamptz,
  first_playable_ts         timestamptz,
  prompt_ts                 timestamptz,
  closed_ts                 timestamptz,
  startup_ms                bigint,
  e2e_proxy_ms              bigint,
  prompt_to_playable_ms     bigint,
  gateway_runner_lag_ms     bigint,
  gpu_attribution_confidence double precision NOT NULL,
  avg_fps                   double precision,
  avg_jitter                double precision,
  org                       int NOT NULL,
  source                    int NOT NULL, -- of env and service_key
  fold_version              int NOT NULL, -- of the state
  row_version               int NOT NULL, -- of what is made of the state: differs when other rules are configured
  edge_inversions           int NOT NULL,
  swap_count                int NOT NULL,
  inferred_swap_count       int NOT NULL,
  orchestrator_count        int NOT NULL,
  error_count               int NOT NULL,
  excusable_error_count     int NOT NULL,
  errors_after_close        int NOT NULL,
  events_after_close        int NOT NULL,
  segment_count             int NOT NULL,
  parameter_update_count    int NOT NULL,
  status_samples            int NOT NULL,
  fps_positive_samples      int NOT NULL,
  version                   int NOT NULL,
  settled                   boolean NOT NULL, -- the clock has passed its idle time, and the run was saved so
  known_stream              boolean NOT NULL,
  startup_success           boolean NOT NULL,
  startup_excused           boolean NOT NULL,
  startup_unexcused         boolean NOT NULL,
  session_has_swap          boolean NOT NULL,
  id                        uuid PRIMARY KEY, -- the key of its events in the log
  run_id                    uuid, -- the run that it is; null where a workflow of the same name has that run for itself
  source_first_event_uid    uuid NOT NULL,
  source_last_event_uid     uuid NOT NULL,
  last_error_event_uid      uuid,
  workflow_session_id       text NOT NULL,
  env                       text NOT NULL,
  service_key               text NOT NULL,
  stream_id                 text,
  request_id                text,
  workflow_type             text NOT NULL,
  workflow_id               text NOT NULL,
  pipeline                  text,
  pipeline_id               text,
  startup_outcome           text NOT NULL,
  last_error                text,
  orchestrator_address      text,
  observed_orchestrator_address text,
  orchestrator_url          text,
  identity_match            text NOT NULL,
  gateway                   text,
  model_id                  text,
  gpu_id                    text,
  gpu_attribution_method    text NOT NULL,
  stream_state              text,
  segments                  json NOT NULL, -- see SessionArrays
  parameter_updates         json NOT NULL,
  state                     json NOT NULL  -- see SessionStateJson
) WITH (toast_tuple_target = 8160, fillfactor = 40); -- as runs: no index is on a column that an open session changes often

CREATE UNIQUE INDEX fact_workflow_sessions_run ON fact_workflow_sessions (run_id);
CREATE INDEX fact_workflow_sessions_start ON fact_workflow_sessions (source, session_start_ts, id);
-- Those that may become idle.
CREATE INDEX fact_workflow_sessions_open ON fact_workflow_sessions (session_start_ts) WHERE closed_ts IS NULL AND NOT settled;

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
  (s.item->>16)::int AS status_samples,
  (s.item->>17)::double precision AS avg_fps,
  (s.item->>18)::double precision AS avg_jitter,
  (s.item->>19)::int AS version,
  f.org, f.source, f.id AS session
FROM fact_workflow_sessions f
CROSS JOIN LATERAL json_array_elements(f.segments) WITH ORDINALITY AS s(item, place);

CREATE VIEW fact_workflow_parameter_updates AS
SELECT
  f.workflow_session_id,
  (u.place - 1)::int AS update_index,
  moment(f.session_start_ts, u.item->>0) AS updated_ts,
  short_id(u.item->>1) AS source_event_uid,
  (u.item->>2)::int AS samples_before,
  (u.item->>3)::int AS samples_after,
  (u.item->>4)::double precision AS fps_before,
  (u.item->>5)::double precision AS fps_after,
  (u.item->>6)::double precision AS jitter_before,
  (u.item->>7)::double precision AS jitter_after,
  f.org, f.source, f.id AS session
FROM fact_workflow_sessions f
CROSS JOIN LATERAL json_array_elements(f.parameter_updates) WITH ORDINALITY AS u(item, place);

-- Who orchestrators are. In lower case; the identity is made of the three names, which are too long for one index.
CREATE TABLE orchestrator_identities (
  identity      uuid PRIMARY KEY,
  org           int  NOT NULL,
  address       text NOT NULL,
  local_address text NOT NULL,
  orch_uri      text
);
CREATE INDEX orchestrator_identities_address ON orchestrator_identities (org, address);
CREATE INDEX orchestrator_identities_local ON orchestrator_identities (org, local_address);
CREATE INDEX orchestrator_identities_uri ON orchestrator_identities (org, orch_uri) WHERE orch_uri IS NOT NULL;

-- What snapshots tell of them. Of each identity, with and without models apart, a session needs the newest before and the
-- earliest after it saw it: two short looks into the primary key.
CREATE TABLE capability_facts (
  identity   uuid NOT NULL,
  has_models boolean NOT NULL,
  at         timestamptz NOT NULL,
  snapshot   uuid NOT NULL, -- the event
  index      int  NOT NULL, -- the place in it
  gateway    text,
  version    text,
  models     json NOT NULL, -- [[model, GPU, pipeline, name of the GPU], …]
  PRIMARY KEY (identity, has_models, at, snapshot, index)
);
CREATE INDEX capability_facts_snapshot ON capability_facts (snapshot);

CREATE VIEW capability_snapshots AS
SELECT f.snapshot, i.org, min(f.at) AS at, min(f.gateway) AS gateway, count(*) AS orchestrators
FROM capability_facts f JOIN orchestrator_identities i ON i.identity = f.identity
GROUP BY f.snapshot, i.org;

-- Which sessions a snapshot that comes late may concern.
CREATE TABLE session_sightings (
  org      int  NOT NULL,
  name     text NOT NULL, -- an address or a URL, in lower case
  first_at timestamptz NOT NULL,
  session  uuid NOT NULL,
  PRIMARY KEY (org, name, first_at, session)
);
CREATE INDEX session_sightings_session ON session_sightings (session);

-- Sessions whose rows are behind the snapshots.
CREATE TABLE pending_attributions (
  session uuid PRIMARY KEY,
  org     int  NOT NULL,
  since   timestamptz NOT NULL DEFAULT now(),
  marks   bigint NOT NULL DEFAULT 1 -- as in pending_folds
);

-- What the running server makes sessions by, so that a rebuild makes them by the same.
CREATE TABLE session_rules (
  one                boolean PRIMARY KEY DEFAULT true CHECK (one),
  excusable          text[]  NOT NULL,
  literal_wallets    boolean NOT NULL,
  attribution_micros bigint  NOT NULL,
  idle_micros        bigint  NOT NULL
);

CREATE TABLE fact_payments (
  paid_ts             timestamptz NOT NULL,
  org                 int  NOT NULL,
  source              int  NOT NULL,
  event_uid           uuid NOT NULL,
  tickets             bigint,
  win_probability     double precision,
  face_value_wei      numeric,
  price_wei_per_pixel numeric,
  gateway             text,
  request_id          text,
  session_id          text, -- of the payment; it has nothing to do with those of streams
  manifest_id         text,
  capability          text,
  orchestrator_url    text,
  recipient           text,
  sender              text,
  PRIMARY KEY (event_uid, org)
);
CREATE INDEX fact_payments_ts ON fact_payments (source, paid_ts);

CREATE TABLE fact_discoveries (
  discovered_ts    timestamptz NOT NULL,
  org              int  NOT NULL,
  source           int  NOT NULL,
  result_index     int  NOT NULL,
  event_uid        uuid NOT NULL,
  latency_ms       double precision,
  gateway          text,
  orchestrator_address text,
  orchestrator_url text,
  PRIMARY KEY (event_uid, result_index, org)
);
CREATE INDEX fact_discoveries_ts ON fact_discoveries (source, discovered_ts);

-- Events of no key, by type: what a rebuild reads facts from, and what was ignored.
CREATE INDEX event_log_keyless ON event_log (type, id) WHERE key IS NULL;

-- Roll-ups, kept like run_counts. Five names are too long for one index: they are known by a number made of them.
CREATE TABLE session_groups (
  grouping             uuid PRIMARY KEY,
  gateway              text,
  pipeline             text,
  model_id             text,
  gpu_id               text,
  orchestrator_address text
);

CREATE TABLE session_hours (
  source           int NOT NULL,
  hour             int NOT NULL, -- since 1970, of the session's start
  grouping         uuid NOT NULL,
  slot             int NOT NULL,
  sessions         bigint NOT NULL,
  known            bigint NOT NULL,
  success          bigint NOT NULL,
  excused          bigint NOT NULL,
  unexcused        bigint NOT NULL,
  swapped          bigint NOT NULL,
  errors           bigint NOT NULL,
  excusable_errors bigint NOT NULL,
  inversions       bigint NOT NULL,
  PRIMARY KEY (source, hour, grouping, slot)
) WITH (fillfactor = 70);

CREATE TABLE session_latencies (
  source   int NOT NULL,
  hour     int NOT NULL,
  grouping uuid NOT NULL,
  measure  smallint NOT NULL, -- 0 startup, 1 e2e proxy, 2 prompt to playable, 3 gateway-runner lag
  bucket   int NOT NULL, -- see StageBuckets
  slot     int NOT NULL,
  n        bigint NOT NULL,
  PRIMARY KEY (source, hour, grouping, measure, bucket, slot)
) WITH (fillfactor = 70);

-- How an event that was not taken had come, for another try.
ALTER TABLE rejected_events ADD COLUMN network boolean NOT NULL DEFAULT false;

-- The run of a session's events is found through the session. Three parts, so that each can begin with a run.
CREATE OR REPLACE VIEW workflow_events AS
SELECT
  l.id, l.type AS event_type, r.workflow_id,
  coalesce(l.payload->>'workflowName', r.workflow_name) AS workflow_name,
  s.env, s.service_key, l.at AS event_timestamp, l.payload, l.received_at,
  p.id IS NULL AS processed, CASE WHEN p.id IS NULL THEN l.received_at END AS processed_at, p.error AS processing_error,
  l.key AS run_id, l.mended, l.batch
FROM event_log l
JOIN sources s ON s.source = l.source
LEFT JOIN runs r ON r.id = l.key AND r.newest
LEFT JOIN pending_folds p ON p.id = l.key
WHERE l.type NOT IN ('stream_trace', 'stream_ingest_metrics', 'ai_stream_events', 'ai_stream_status')
UNION ALL
SELECT
  l.id, l.type, r.workflow_id, r.workflow_name, r.env, r.service_key, l.at, l.payload, l.received_at,
  p.id IS NULL, CASE WHEN p.id IS NULL THEN l.received_at END, p.error, r.id, l.mended, l.batch
FROM event_log l
JOIN fact_workflow_sessions f ON f.id = l.key
JOIN runs r ON r.id = f.run_id AND r.newest
LEFT JOIN pending_folds p ON p.id = l.key
WHERE l.type IN ('stream_trace', 'stream_ingest_metrics', 'ai_stream_events', 'ai_stream_status')
UNION ALL
SELECT
  l.id, l.type, r.workflow_id, r.workflow_name, s.env, s.service_key, l.at, l.payload, l.received_at,
  p.id IS NULL, CASE WHEN p.id IS NULL THEN l.received_at END, p.error, r.id, l.mended, l.batch
FROM event_log l
JOIN sources s ON s.source = l.source
LEFT JOIN runs r ON r.id = l.key AND r.newest
LEFT JOIN pending_folds p ON p.id = l.key
WHERE l.type IN ('stream_trace', 'stream_ingest_metrics', 'ai_stream_events', 'ai_stream_status')
  AND NOT EXISTS (SELECT FROM fact_workflow_sessions f JOIN runs o ON o.id = f.run_id AND o.newest WHERE f.id = l.key);
