import type { FoundSignal, Signal, Trace, TtfsEvent } from "../api/signals";

/** Whoever waits longer than this has been kept waiting. */
export const TIMEOUT_MS = 5_000;
const LONGEST_MESSAGE = 500;

/** What has become known since a person opened a run. Times are milliseconds since they did. */
export interface Opening {
  /** joins the events of one opening */
  id: string;
  /** when it was, since 1970 */
  at: number;
  job: { jobId: string; runId: string | null } | null;
  painted: { ms: number; kind: Signal["kind"]; phase: Signal["phase"] } | null;
  found: (Pick<FoundSignal, "source" | "cacheHit"> & { ms: number; trace: Trace | null }) | null;
  failed: { ms: number; code: string; message: string } | null;
  /** TIMEOUT_MS have passed without a signal */
  late: boolean;
  /** the page was out of sight before the signal was there: nobody waited, so no time says anything */
  unseen: boolean;
  /** the person has gone on: what is not known by now will not be */
  left: boolean;
}

export interface Surroundings {
  networkState: string;
  device: string;
  release: string | null;
}

type Type = TtfsEvent["eventType"];

export const opened = (id: string, at: number): Opening => ({
  id,
  at,
  job: null,
  painted: null,
  found: null,
  failed: null,
  late: false,
  unseen: false,
  left: false,
});

/** What is to be told now, of what was not told before. Of a job that is not known nothing can be told. */
export function eventsDue(opening: Opening, around: Surroundings, told: ReadonlySet<Type>): TtfsEvent[] {
  const { job } = opening;
  if (job === null) return [];
  return moments(opening)
    .filter(({ type }) => !told.has(type))
    .map(({ type, ms, ...more }) => ({
      eventType: type,
      timestamp: new Date(opening.at + ms).toISOString(),
      jobId: job.jobId,
      ...(job.runId === null ? {} : { runId: job.runId }),
      surface: "ui" as const,
      ttfsMs: Math.round(ms),
      cacheHit: opening.found?.cacheHit ?? false,
      networkState: around.networkState,
      device: around.device,
      ...(around.release === null ? {} : { release: around.release }),
      correlationId: opening.id,
      ...(opening.found?.trace ?? {}),
      ...more,
    }));
}

type Moment = { type: Type; ms: number } & Partial<TtfsEvent>;

function moments(opening: Opening): Moment[] {
  const { painted, found, failed, unseen, late, left } = opening;
  if (unseen && painted === null) return [];
  const source = found?.source ? { signalSource: found.source } : {};
  const list: Moment[] = [{ type: "signal.start", ms: 0 }];
  if (late) list.push({ type: "signal.timeout", ms: TIMEOUT_MS });
  if (painted === null) {
    if (failed !== null) {
      const errorMessage = failed.message.slice(0, LONGEST_MESSAGE);
      list.push({ type: "signal.error", ms: failed.ms, errorCode: failed.code, errorMessage });
    }
    return list;
  }
  // Where the signal came from is told by an answer of its own, which may come after the signal was seen.
  if (found === null && failed === null && !left) return list;
  const { ms, kind, phase } = painted;
  const type = found === null ? null : found.cacheHit ? "signal.cache_hit" : coldStart(found.source);
  if (type !== null) list.push({ type, ms, kind, phase, ...source });
  list.push({ type: "signal.rendered", ms, kind, phase, ...source });
  return list;
}

const coldStart = (source: FoundSignal["source"]): Type | null =>
  source === "cold_start" ? "signal.cold_start" : null;
