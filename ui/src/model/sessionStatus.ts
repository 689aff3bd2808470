import type { Session, SessionFigures } from "../api/sessions";
import type { Look } from "./status";
import { count } from "./text";

export type SessionLook = Extract<Look, "running" | "completed" | "failed" | "cancelled" | "queued">;

export const OUTCOMES = {
  success: { word: "Started", look: "completed" },
  excused: { word: "Excused", look: "cancelled" },
  unexcused: { word: "Did not start", look: "failed" },
  not_in_denominator: { word: "Not counted", look: "queued" },
} as const;

type Judged = Pick<Session, "startupOutcome" | "activity" | "errorCount" | "excusableErrorCount" | "avgFps">;

/** The outcome of its start; while it is open, what goes on. */
export function sessionStatus(session: Judged): { look: SessionLook; word: string } {
  const outcome = OUTCOMES[session.startupOutcome];
  if (session.activity !== "open") return outcome;
  if (session.startupOutcome === "success") return { look: "running", word: "Playing" };
  // What has neither played nor failed has not lost yet.
  const waits = session.startupOutcome === "unexcused" && session.errorCount === 0;
  return waits ? { look: "running", word: "Starting" } : outcome;
}

/** Both kinds apart, because only one of them was told. */
export function swapWords({ swapCount, inferredSwapCount }: Pick<Session, "swapCount" | "inferredSwapCount">): string {
  if (swapCount === 0 && inferredSwapCount === 0) return "none";
  if (inferredSwapCount === 0) return `${count(swapCount)} asked`;
  if (swapCount === 0) return `${count(inferredSwapCount)} inferred`;
  return `${count(swapCount)} asked, ${count(inferredSwapCount)} seen`;
}

/** How many errors, and how many of them have an excuse. */
export function errorWords(session: Pick<Session, "errorCount" | "excusableErrorCount">): string {
  const { errorCount: all, excusableErrorCount: excused } = session;
  if (all === 0) return "none";
  if (excused === 0) return `${count(all)}, no excuse`;
  if (excused < all) return `${count(all)}, ${count(excused)} excused`;
  return all === 1 ? "1, excused" : `${count(all)}, all excused`;
}

type Outcomes = Pick<SessionFigures, "known" | "unexcused">;
const LEAST = 3;
const FAR = 3;

/**
 * Whether more streams did not start than elsewhere: at least three, and three standard deviations above the share of the
 * others. What is inside its usual is no news.
 */
export function isUnusual(part: Outcomes, all: Outcomes): boolean {
  if (part.unexcused < LEAST) return false;
  const others = all.known - part.known;
  const share = others <= 0 ? 0 : Math.max(0, all.unexcused - part.unexcused) / others;
  const expected = part.known * share;
  return part.unexcused > expected + FAR * Math.sqrt(expected * (1 - share));
}
