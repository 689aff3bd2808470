-- received = accepted + duplicates + ignored + rejected, per source, kept in the transaction that stores the events.

CREATE TABLE accounting (
  source        int    NOT NULL,
  credential    text   NOT NULL, -- the key that sent them, or 'local'
  slot          int    NOT NULL, -- of the server, as in run_counts
  received      bigint NOT NULL,
  accepted      bigint NOT NULL,
  duplicates    bigint NOT NULL,
  ignored       bigint NOT NULL,
  rejected      bigint NOT NULL,
  last_event_at timestamptz,
  PRIMARY KEY (source, credential, slot),
  CHECK (received = accepted + duplicates + ignored + rejected)
);

-- Events that were not taken, with the reason. The same content is kept once.
CREATE TABLE rejected_events (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source       int    NOT NULL,
  credential   text   NOT NULL,
  code         text   NOT NULL,
  field        text,
  message      text   NOT NULL,
  event_id     text,
  content      text   NOT NULL,
  content_hash uuid   NOT NULL,
  truncated    boolean NOT NULL,
  times        bigint NOT NULL DEFAULT 1,
  first_at     timestamptz NOT NULL DEFAULT now(),
  last_at      timestamptz NOT NULL DEFAULT now(),
  UNIQUE (source, content_hash)
);

CREATE TABLE parked_bytes (
  day   date   NOT NULL,
  org   int    NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (day, org)
);

-- What people say of a service; a rebuild never touches it.
CREATE TABLE service_descriptions (
  org          int  NOT NULL,
  service_key  text NOT NULL,
  display_name text,
  description  text,
  PRIMARY KEY (org, service_key)
);

-- How far a rebuild has come, so that it can go on after an interruption.
CREATE TABLE rebuild_progress (
  fold       text PRIMARY KEY,
  last_key   uuid NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
