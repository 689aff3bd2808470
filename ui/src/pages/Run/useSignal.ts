import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { fetchSignal } from "../../api/endpoints";
import type { RunDetail } from "../../api/types";
import { serverNow, useLiveSignals } from "../../live";
import { type Heard, isToldOf, newest } from "../../model/firstSignal";

/** While a run goes on, silence and the time that is left change by themselves. */
const OPEN_AGAIN_MS = 15_000;
/** A failure is compared with others a moment after it happened. */
const LEARNING_MS = 2_000;
const MOST_LOOKS = 10;

/**
 * The first signal of a run: as it came with the run, as it was asked for, and as the stream tells it, whichever is newest.
 * An earlier run or moment has none.
 *
 * @param readAt when the run was read, in ms of this machine
 */
export function useSignal(detail: RunDetail | undefined, readAt: number) {
  const jobId = detail !== undefined && isToldOf(detail) ? detail.workflow.id : null;
  const [streamed, setStreamed] = useState<Heard | null>(null);
  useLiveSignals((signals) => {
    const signal = signals.find((one) => one.jobId === jobId);
    if (signal !== undefined) setStreamed({ signal, at: serverNow() });
  });
  const { data, error } = useQuery({
    queryKey: ["signal", jobId],
    queryFn: async ({ signal }) => ({ found: await fetchSignal(jobId ?? "", signal), at: serverNow() }),
    enabled: jobId !== null,
    // Each opening asks anew: where the answer came from is told of each.
    gcTime: 0,
    refetchInterval: ({ state }) => {
      const known = state.data?.found.signal;
      if (known?.kind === "failed")
        return known.seenBefore === null && state.dataUpdateCount < MOST_LOOKS && LEARNING_MS;
      return known !== null && known?.kind !== "succeeded" && known?.kind !== "canceled" && OPEN_AGAIN_MS;
    },
  });
  const withRun = detail?.signal ?? null;
  const heard = useMemo(() => {
    if (jobId === null) return null;
    const ahead = serverNow() - Date.now();
    const asked = data?.found.signal ?? null;
    return newest([
      withRun === null ? null : { signal: withRun, at: readAt + ahead },
      asked === null ? null : { signal: asked, at: data?.at ?? 0 },
      streamed?.signal.jobId === jobId ? streamed : null,
    ]);
  }, [jobId, withRun, readAt, data, streamed]);
  const runId = heard?.signal.runId ?? null;
  const job = useMemo(() => (jobId === null ? null : { jobId, runId }), [jobId, runId]);
  return { heard, job, found: data?.found, error };
}
