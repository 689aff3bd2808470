-- The tables and indexes of the workflow monitoring specification, in a schema that the benchmark throws away.
-- One column differs: an attempt has no result while it runs, or none could be inserted when a step starts.

CREATE TYPE workflow_status AS ENUM ('pending', 'running', 'paused', 'completed', 'failed', 'cancelled');
CREATE TYPE pause_reason AS ENUM ('sleep', 'retry');
CREATE TYPE step_status AS ENUM ('pending', 'running', 'completed', 'failed', 'retrying');
CREATE TYPE attempt_result AS ENUM ('success', 'failure', 'timeout');

CREATE TABLE workflows (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(), workflow_id text NOT NULL, workflow_name text NOT NULL, env text NOT NULL,
  service_key text NOT NULL, input jsonb, status workflow_status NOT NULL DEFAULT 'pending', pause_reason pause_reason,
  resume_at timestamptz, current_step text, completed_steps text[] NOT NULL DEFAULT '{}',
  total_steps_executed int NOT NULL DEFAULT 0, error_message text, error_stack text, error_step_name text, error_attempt int,
  started_at timestamptz, completed_at timestamptz, failed_at timestamptz, duration_ms int,
  created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(), last_event_id uuid,
  last_event_at timestamptz, UNIQUE (env, service_key, workflow_id)
);
CREATE INDEX ON workflows (env);
CREATE INDEX ON workflows (service_key);
CREATE INDEX ON workflows (env, service_key);
CREATE INDEX ON workflows (status);
CREATE INDEX ON workflows (workflow_name);
CREATE INDEX ON workflows (started_at DESC);
CREATE INDEX ON workflows (env, status);
CREATE INDEX ON workflows (service_key, status);
CREATE INDEX ON workflows (env, service_key, status);
CREATE INDEX ON workflows (status, workflow_name);
CREATE INDEX ON workflows (failed_at DESC) WHERE status = 'failed';
CREATE INDEX ON workflows (started_at DESC) WHERE status IN ('running', 'paused');

CREATE TABLE workflow_steps (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(), workflow_id text NOT NULL, env text NOT NULL, service_key text NOT NULL,
  step_name text NOT NULL, status step_status NOT NULL DEFAULT 'pending', current_attempt int NOT NULL DEFAULT 0,
  max_attempts int, result jsonb, cached boolean DEFAULT false, error_message text, error_stack text, will_retry boolean,
  retry_count int NOT NULL DEFAULT 0, next_retry_at timestamptz, last_retry_delay_ms int, timeout_ms int,
  timeout_deadline timestamptz, timed_out boolean DEFAULT false, started_at timestamptz, completed_at timestamptz,
  duration_ms int, total_duration_ms int, created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(), execution_order int,
  UNIQUE (env, service_key, workflow_id, step_name),
  FOREIGN KEY (env, service_key, workflow_id) REFERENCES workflows (env, service_key, workflow_id) ON DELETE CASCADE
);
CREATE INDEX ON workflow_steps (env, service_key, workflow_id);
CREATE INDEX ON workflow_steps (status);
CREATE INDEX ON workflow_steps (next_retry_at) WHERE status = 'retrying';
CREATE INDEX ON workflow_steps (env, service_key);

CREATE TABLE step_attempts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(), workflow_id text NOT NULL, env text NOT NULL, service_key text NOT NULL,
  step_name text NOT NULL, attempt_number int NOT NULL, result attempt_result, error_message text, error_stack text,
  started_at timestamptz NOT NULL, ended_at timestamptz, duration_ms int, retry_scheduled boolean DEFAULT false,
  retry_delay_ms int, next_attempt_at timestamptz, start_event_id uuid, end_event_id uuid,
  UNIQUE (env, service_key, workflow_id, step_name, attempt_number),
  FOREIGN KEY (env, service_key, workflow_id, step_name)
    REFERENCES workflow_steps (env, service_key, workflow_id, step_name) ON DELETE CASCADE
);
CREATE INDEX ON step_attempts (env, service_key, workflow_id, step_name);
CREATE INDEX ON step_attempts (result);
CREATE INDEX ON step_attempts (env, service_key);

CREATE TABLE workflow_events (
  id uuid PRIMARY KEY, event_type text NOT NULL, workflow_id text NOT NULL, workflow_name text NOT NULL, env text NOT NULL,
  service_key text NOT NULL, event_timestamp timestamptz NOT NULL, payload jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(), processed boolean NOT NULL DEFAULT false, processed_at timestamptz,
  processing_error text
);
CREATE INDEX ON workflow_events (env);
CREATE INDEX ON workflow_events (service_key);
CREATE INDEX ON workflow_events (env, service_key);
CREATE INDEX ON workflow_events (env, service_key, workflow_id, event_timestamp);
CREATE INDEX ON workflow_events (event_type);
CREATE INDEX ON workflow_events (env, event_type);
CREATE INDEX ON workflow_events (received_at) WHERE NOT processed;
CREATE INDEX ON workflow_events (event_timestamp DESC);

CREATE TABLE workflow_sleeps (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(), workflow_id text NOT NULL, env text NOT NULL, service_key text NOT NULL,
  duration_ms int NOT NULL, started_at timestamptz NOT NULL, resume_at timestamptz NOT NULL, completed_at timestamptz,
  completed boolean NOT NULL DEFAULT false, start_event_id uuid, complete_event_id uuid,
  FOREIGN KEY (env, service_key, workflow_id) REFERENCES workflows (env, service_key, workflow_id) ON DELETE CASCADE
);
CREATE INDEX ON workflow_sleeps (env, service_key, workflow_id);
CREATE INDEX ON workflow_sleeps (resume_at) WHERE NOT completed;
CREATE INDEX ON workflow_sleeps (env, service_key);

CREATE TABLE services (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(), service_key text NOT NULL UNIQUE, display_name text, description text,
  environments text[] NOT NULL DEFAULT '{}', created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(), last_event_at timestamptz
);

CREATE FUNCTION register_service() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO services AS s (service_key, environments, last_event_at)
  VALUES (NEW.service_key, ARRAY[NEW.env], NEW.event_timestamp)
  ON CONFLICT (service_key) DO UPDATE SET
    environments = CASE WHEN NEW.env = ANY (s.environments) THEN s.environments ELSE s.environments || NEW.env END,
    last_event_at = greatest(s.last_event_at, NEW.event_timestamp),
    updated_at = now();
  RETURN NEW;
END $$;
CREATE TRIGGER register_service AFTER INSERT ON workflow_events FOR EACH ROW EXECUTE FUNCTION register_service();
