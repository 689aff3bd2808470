import type { RunItem } from "../api/types";
import { longDuration } from "./duration";
import { estimateDetail, estimateOf } from "./estimate";
import { exactTime } from "./when";

/** What people look for: the run's status, and for open runs what its health makes of it. */
export type Look =
  | "running"
  | "retrying"
  | "sleeping"
  | "queued"
  | "overdue"
  | "stuck"
  | "failed"
  | "completed"
  | "cancelled";

export const LOOK_WORD: Record<Look, string> = {
  running: "Running",
  retrying: "Retrying",
  sleeping: "Sleeping",
  queued: "Queued",
  overdue: "Overdue",
  stuck: "Stuck",
  failed: "Failed",
  completed: "Completed",
  cancelled: "Cancelled",
};

type Judged = Pick<RunItem, "status" | "health" | "resumeAt" | "pauseReason">;

export function lookOf(run: Judged): Look {
  switch (run.status) {
    case "pending":
      return "queued";
    case "completed":
    case "failed":
    case "cancelled":
      return run.status;
    default:
      return openLook(run);
  }
}

function openLook(run: Judged): Look {
  switch (run.health?.state) {
    case "retrying":
      return "retrying";
    case "waiting":
      return "sleeping";
    case "overdue":
      return "overdue";
    case "stalled":
      return "stuck";
    case "ok":
      return run.status === "paused" ? "sleeping" : "running";
    default:
      if (run.status !== "paused") return "running";
      return run.pauseReason === "retry" ? "retrying" : "sleeping";
  }
}

/** The small words behind the status: "3 of 5, in 18 s", "until 15:00", "24 min late", "about 2 min left". */
export function lookDetail(
  run: Judged & Pick<RunItem, "lastEventAt" | "estimate" | "session">,
  now: number,
  zone: string,
): string {
  const until = run.health?.until ?? run.resumeAt;
  const at = until === null ? null : Date.parse(until);
  switch (lookOf(run)) {
    case "retrying":
      return joined(attempts(run), at === null ? "" : inTime(at, now), slowness(run));
    case "sleeping":
      return joined(at === null ? "" : `until ${exactTime(new Date(at), new Date(now), zone, false)}`, slowness(run));
    case "overdue":
      return at === null ? "" : `by ${longDuration(Math.max(0, now - at))}`;
    case "stuck":
      return run.lastEventAt === null ? "" : `for ${longDuration(Math.max(0, now - Date.parse(run.lastEventAt)))}`;
    case "running":
      return estimateDetail(estimateOf(run), now);
    default:
      return "";
  }
}

const joined = (...words: string[]): string => words.filter((word) => word !== "").join(", ");

const slowness = (run: Pick<RunItem, "session" | "estimate">): string =>
  estimateOf(run)?.slowerThanUsual ? "slower than usual" : "";

function attempts(run: Judged): string {
  const { attempt, maxAttempts } = run.health ?? { attempt: null, maxAttempts: null };
  if (attempt === null) return "";
  return maxAttempts === null ? `attempt ${attempt}` : `${attempt} of ${maxAttempts}`;
}

function inTime(at: number, now: number): string {
  return at <= now ? "now" : `in ${longDuration(at - now)}`;
}

export const isOpen = (run: Pick<RunItem, "status">): boolean =>
  run.status === "pending" || run.status === "running" || run.status === "paused";

/** How long it took, or has been taking; null before it started. */
export function elapsedMs(run: Pick<RunItem, "status" | "startedAt" | "durationMs">, now: number): number | null {
  if (run.durationMs !== null) return run.durationMs;
  if (run.startedAt === null || !isOpen(run)) return null;
  return Math.max(0, now - Date.parse(run.startedAt));
}

/** Why or where, for the last column: the error with its step, why it was cancelled, else where the run stands. */
export function whyOrWhere(run: RunItem): { lead: string; text: string } | null {
  const look = lookOf(run);
  if (run.status === "failed" && run.errorMessage !== null) return said(run.errorStepName, run.errorMessage);
  if ((run.status === "cancelled" || look === "retrying") && run.reason !== null) {
    return said(run.reason.stepName, run.reason.text);
  }
  if ((look === "overdue" || look === "stuck") && run.health !== null) return { lead: "", text: run.health.reason };
  if (isOpen(run) && run.currentStep !== null) {
    return { lead: look === "sleeping" ? "before" : "at", text: run.currentStep };
  }
  // Between two attempts a run is at no step; its health tells which one failed.
  if (look === "retrying" && run.health !== null) return { lead: "", text: run.health.reason };
  return null;
}

const said = (step: string | null, text: string) => ({ lead: step === null ? "" : `${step}:`, text });
