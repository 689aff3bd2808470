-- A host whose database was taken over while it runs must not write to it any more, however late it notices: every commit
-- looks whose the database is, under the lock that a take-over waits for. Connections that name no host are not asked.
CREATE OR REPLACE FUNCTION record_commit(batch bigint, events int, keys uuid[], heard uuid[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  taken bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('weir.commit_position'));
  IF EXISTS (SELECT FROM folded_by WHERE host <> nullif(current_setting('weir.host', true), '')) THEN
    RAISE EXCEPTION 'another kind of host has taken this database over' USING ERRCODE = 'WE001';
  END IF;
  taken := nextval('commit_position');
  INSERT INTO commits (position, batch, events, keys, heard) VALUES (taken, batch, events, keys, heard);
  PERFORM pg_notify('weir_commits', ''); -- commits wait for each other here in any case
  RETURN taken;
END $$;
