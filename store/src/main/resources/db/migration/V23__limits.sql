-- The largest that any server in front of brokers has taken: the job must take it, too, as the sender has its answer.
CREATE TABLE front_limits (
  one               boolean PRIMARY KEY DEFAULT true CHECK (one),
  max_event_bytes   int    NOT NULL,
  max_depth         int    NOT NULL,
  max_string_length int    NOT NULL,
  max_name_bytes    int    NOT NULL,
  max_future_micros bigint NOT NULL
);
