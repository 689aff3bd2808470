-- The log: every event of every family, once, append-only.

-- Every session of Weir's asks for UTC itself; this is for people who connect by other means.
DO $$
BEGIN
  EXECUTE format('ALTER DATABASE %I SET timezone TO ''UTC''', current_database());
EXCEPTION WHEN insufficient_privilege THEN
  NULL; -- a database that is not ours
END $$;

CREATE TABLE organisations (
  org        int  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id         uuid NOT NULL UNIQUE,
  name       text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);

INSERT INTO organisations (id, name) VALUES ('00000000-0000-8000-8000-000000000001', 'local');

-- Where events come from. Interned, so that an event carries four bytes of it.
CREATE TABLE sources (
  source      int  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  org         int  NOT NULL REFERENCES organisations,
  env         text NOT NULL,
  service_key text NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  UNIQUE (org, env, service_key)
);

-- Partitioned by what the id itself says of its month, so that a second copy of an event, however much later, meets the
-- first one in the same partition, where the primary key catches it. Ids that carry no time are in a partition of their own.
CREATE TABLE event_log (
  at          timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  batch       bigint      NOT NULL, -- which group commit brought it; see commits
  month       int         NOT NULL, -- id_month(id)
  org         int         NOT NULL,
  source      int         NOT NULL,
  mended      boolean     NOT NULL, -- characters were replaced that cannot be stored
  id          uuid        NOT NULL,
  key         uuid,                 -- of the run it belongs to; null where an unknown type names none
  type        text        NOT NULL,
  payload     json        NOT NULL, -- as sent: json keeps it to the letter and costs half of jsonb
  PRIMARY KEY (id, org, month)
) PARTITION BY RANGE (month);

CREATE INDEX event_log_key ON event_log (key, at);

CREATE TABLE event_log_untimed PARTITION OF event_log FOR VALUES FROM (0) TO (1);
CREATE TABLE event_log_distant PARTITION OF event_log DEFAULT; -- months that have no partition

-- The month that a UUIDv7 carries, counted from year 0; 0 for other ids. The same as Ids.monthOf.
CREATE FUNCTION id_month(id uuid) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN substr(id::text, 15, 1) <> '7' OR substr(id::text, 20, 1) NOT IN ('8', '9', 'a', 'b') THEN 0
    WHEN ms < 1577836800000 OR ms >= 4102444800000 THEN 0
    ELSE (extract(year FROM t) * 12 + extract(month FROM t))::int - 1
  END
  FROM (SELECT ('x' || substr(id::text, 1, 8) || substr(id::text, 10, 4))::bit(48)::bigint AS ms) AS time,
       LATERAL (SELECT to_timestamp(ms / 1000.0) AT TIME ZONE 'UTC' AS t) AS moment
$$;

-- Makes the partition of a month, taking over what went to the default one before.
CREATE FUNCTION ensure_log_partition(wanted int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  name text := format('event_log_%s_%s', wanted / 12, lpad((wanted % 12 + 1)::text, 2, '0'));
BEGIN
  IF to_regclass(name) IS NOT NULL THEN
    RETURN false;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('weir.log_partitions'));
  IF to_regclass(name) IS NOT NULL THEN
    RETURN false;
  END IF;
  LOCK TABLE event_log IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('CREATE TABLE %I (LIKE event_log INCLUDING ALL)', name);
  EXECUTE format('WITH moved AS (DELETE FROM event_log_distant WHERE month = %s RETURNING *) INSERT INTO %I SELECT * FROM moved',
                 wanted, name);
  EXECUTE format('ALTER TABLE event_log ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', name, wanted, wanted + 1);
  RETURN true;
END $$;

-- Group commits in the order in which they became visible: whoever has seen position p never sees a smaller one later.
CREATE SEQUENCE batch_number INCREMENT BY 1000; -- servers take blocks
CREATE SEQUENCE commit_position;

CREATE TABLE commits (
  position     bigint PRIMARY KEY,
  batch        bigint NOT NULL UNIQUE, -- tells a writer that lost its connection whether it had committed
  events       int    NOT NULL,
  keys         uuid[] NOT NULL, -- what it changed, for those who follow
  committed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The last statement of a group commit. The lock is held until the commit is visible, which is only the flush to disk:
-- all the rest of two servers' commits overlaps.
CREATE FUNCTION record_commit(batch bigint, events int, keys uuid[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  taken bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('weir.commit_position'));
  taken := nextval('commit_position');
  INSERT INTO commits (position, batch, events, keys) VALUES (taken, batch, events, keys);
  PERFORM pg_notify('weir_commits', ''); -- commits wait for each other here in any case
  RETURN taken;
END $$;

CREATE FUNCTION micros(timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (extract(epoch FROM $1) * 1000000)::bigint;
