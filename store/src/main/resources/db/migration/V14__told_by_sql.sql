-- A signal that SQL replaced is no longer what the fold has written: the next event of its run writes all of it again, and not
-- only what changes while a run goes on.
CREATE OR REPLACE FUNCTION scheduler.upsert_first_signal_snapshot(
  p_job_id uuid, p_tenant_id uuid, p_run_id uuid, p_kind text, p_phase text, p_summary text,
  p_eta_seconds int DEFAULT NULL, p_last_known_outcome jsonb DEFAULT NULL, p_next_actions jsonb DEFAULT NULL,
  p_diagnostics jsonb DEFAULT '{}'
) RETURNS scheduler.first_signal_snapshots LANGUAGE plpgsql AS $$
DECLARE
  stored scheduler.first_signal_snapshots;
BEGIN
  INSERT INTO scheduler.first_signal_snapshots AS s
    (job_id, tenant_id, run_id, kind, phase, summary, eta_seconds, last_known_outcome, next_actions, diagnostics)
  VALUES (p_job_id, p_tenant_id, p_run_id, p_kind, p_phase, p_summary, p_eta_seconds, p_last_known_outcome,
          p_next_actions, p_diagnostics)
  ON CONFLICT (job_id) DO UPDATE SET
    kind = excluded.kind, phase = excluded.phase, summary = excluded.summary, eta_seconds = excluded.eta_seconds,
    last_known_outcome = coalesce(excluded.last_known_outcome, s.last_known_outcome),
    next_actions = excluded.next_actions, diagnostics = excluded.diagnostics, updated_at = now(), fold_version = NULL
  RETURNING s.* INTO stored;
  PERFORM pg_notify('ttfs_signal_update', json_build_object(
    'job_id', p_job_id, 'tenant_id', p_tenant_id, 'kind', p_kind, 'phase', p_phase)::text);
  RETURN stored;
END $$;
