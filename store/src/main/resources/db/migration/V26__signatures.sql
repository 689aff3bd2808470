-- What people say of a signature, apart from what is learned of it, and how long its failures lasted, exactly.

-- Whether people want failures to be matched with it; null if nobody has said so. Learning and a rebuild keep to it.
ALTER TABLE signature_notes ADD COLUMN enabled boolean;

ALTER TABLE scheduler.failure_signatures
  ADD COLUMN repair_count int,         -- how many repairs mttr_p50_seconds is of; null for what people wrote
  ADD COLUMN concluded_at timestamptz; -- as of when: a pause that goes on may end a failure later
UPDATE scheduler.failure_signatures s
SET repair_count = (SELECT count(f.repair_ms) FROM failures f WHERE f.signature = s.id) WHERE s.learned;

-- In the buckets of StageBuckets: exact below 128 ms, then 64 to a doubling. Which bucket a percentile is in follows from the
-- counts, and which value it is from those of the one bucket.
TRUNCATE failure_repairs;
INSERT INTO failure_repairs
SELECT signature, CASE WHEN ms < 128 THEN ms ELSE 128 + (bits - 8) * 64 + ((ms >> (bits - 7)) & 63) END, count(*)
FROM (SELECT signature, repair_ms AS ms, length(ltrim(repair_ms::bit(64)::text, '0')) AS bits
      FROM failures WHERE repair_ms IS NOT NULL) AS lasted
GROUP BY 1, 2;
CREATE INDEX failures_lasted ON failures (signature, repair_ms) WHERE repair_ms IS NOT NULL;

-- The newest of a kind, and whether they were repaired, without looking at the failures themselves.
DROP INDEX failures_signature;
CREATE INDEX failures_signature ON failures (signature, failed_at) INCLUDE (repair_ms, source);

-- As scheduler.match_failure_signature printed, among the signatures that were seen in some sources; null for all there are.
-- One without a pattern is found at once; those with one that are more certain are tried in turn. Each takes a millisecond or
-- two at worst; whoever has hundreds of the worst gets an answer after a second.
CREATE FUNCTION match_signature_within(tenant uuid, wanted_phase text, wanted_code text, image text, sources int[])
RETURNS TABLE (signature_id uuid, outcome jsonb, confidence numeric) LANGUAGE plpgsql STABLE AS $$
DECLARE
  give_up timestamptz := clock_timestamp() + interval '1 second';
  best    record;
  near    record;
BEGIN
  SELECT s.* INTO best
  FROM ((SELECT f.id, f.outcome, f.confidence, f.sample_count FROM scheduler.failure_signatures f
         WHERE f.tenant_id = tenant AND f.enabled AND (f.pattern->>'error_code') = wanted_code
           AND (f.expires_at IS NULL OR f.expires_at > now())
           AND (f.pattern->>'phase' IS NULL OR f.pattern->>'phase' = wanted_phase) AND f.pattern->>'image_pattern' IS NULL
           AND (sources IS NULL OR seen_within(f.id, sources))
         ORDER BY f.confidence DESC, f.sample_count DESC LIMIT 1)
        UNION ALL
        (SELECT f.id, f.outcome, f.confidence, f.sample_count FROM scheduler.failure_signatures f
         WHERE f.tenant_id = tenant AND f.enabled AND (f.pattern->>'error_code') IS NULL
           AND (f.expires_at IS NULL OR f.expires_at > now())
           AND (f.pattern->>'phase' IS NULL OR f.pattern->>'phase' = wanted_phase) AND f.pattern->>'image_pattern' IS NULL
           AND (sources IS NULL OR seen_within(f.id, sources))
         ORDER BY f.confidence DESC, f.sample_count DESC LIMIT 1)) AS s
  ORDER BY s.confidence DESC, s.sample_count DESC LIMIT 1;
  FOR near IN
    SELECT f.id, f.outcome, f.confidence, f.pattern->>'image_pattern' AS image_pattern FROM scheduler.failure_signatures f
    WHERE f.tenant_id = tenant AND f.enabled AND image IS NOT NULL
      AND ((f.pattern->>'error_code') = wanted_code OR (f.pattern->>'error_code') IS NULL)
      AND (f.expires_at IS NULL OR f.expires_at > now())
      AND (f.pattern->>'phase' IS NULL OR f.pattern->>'phase' = wanted_phase) AND f.pattern->>'image_pattern' IS NOT NULL
      AND (best.id IS NULL OR (f.confidence, f.sample_count) > (best.confidence, best.sample_count))
      AND (sources IS NULL OR seen_within(f.id, sources))
    ORDER BY f.confidence DESC, f.sample_count DESC
  LOOP
    EXIT WHEN clock_timestamp() > give_up;
    IF matches_image(image, near.image_pattern) THEN
      best := near;
      EXIT;
    END IF;
  END LOOP;
  IF best.id IS NOT NULL THEN
    RETURN QUERY SELECT best.id, best.outcome, best.confidence;
  END IF;
END $$;

CREATE FUNCTION seen_within(kind uuid, sources int[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM failure_days d WHERE d.signature = kind AND d.source = ANY(sources) AND d.n > 0)
$$;

CREATE OR REPLACE FUNCTION scheduler.match_failure_signature(
  p_tenant_id uuid, p_phase text, p_error_code text, p_image_reference text DEFAULT NULL
) RETURNS TABLE (signature_id uuid, outcome jsonb, confidence numeric) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT m.signature_id, m.outcome, m.confidence
               FROM match_signature_within(p_tenant_id, p_phase, p_error_code, p_image_reference, NULL) AS m;
END $$;
