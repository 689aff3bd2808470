import type { Alert, AlertLimits } from "../api/insight";
import { longDuration } from "./duration";
import { count, counted } from "./text";

/** What people write into the fields of an alert; what is empty is no limit. */
export interface AlertFields {
  /** percent */
  success: string;
  /** seconds */
  duration: string;
  /** minutes */
  silence: string;
  /** minutes */
  window: string;
  minRuns: string;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const USUAL = { windowMs: 60 * MINUTE, minRuns: 20 };

export function fieldsOf(alert: AlertLimits | null): AlertFields {
  const words = (value: number | null | undefined, unit: number) =>
    value === null || value === undefined ? "" : String(Number((value / unit).toPrecision(12)));
  return {
    success: words(alert?.minSuccessRate, 0.01),
    duration: words(alert?.maxP95DurationMs, SECOND),
    silence: words(alert?.maxSilenceMs, MINUTE),
    window: words((alert ?? USUAL).windowMs, MINUTE),
    minRuns: words((alert ?? USUAL).minRuns, 1),
  };
}

/** Null without any limit: then there is no alert. What makes no sense is left to the server, which says why. */
export function limitsOf(fields: AlertFields): AlertLimits | null {
  const limits = {
    minSuccessRate: numberOf(fields.success, (percent) => Number((percent / 100).toPrecision(12))),
    maxP95DurationMs: numberOf(fields.duration, (seconds) => Math.round(seconds * SECOND)),
    maxSilenceMs: numberOf(fields.silence, (minutes) => Math.round(minutes * MINUTE)),
    windowMs: numberOf(fields.window, (minutes) => Math.round(minutes * MINUTE)) ?? USUAL.windowMs,
    minRuns: numberOf(fields.minRuns, Math.round) ?? USUAL.minRuns,
  };
  const isEmpty = limits.minSuccessRate === null && limits.maxP95DurationMs === null && limits.maxSilenceMs === null;
  return isEmpty ? null : limits;
}

const numberOf = (text: string, of: (n: number) => number): number | null =>
  text.trim() === "" ? null : of(Number(text));

/** "success at least 99%, p95 at most 30 s in 60 min, of 20 runs or more; silent for 10 min at most" */
export function alertWords(alert: AlertLimits): string {
  const { minSuccessRate, maxP95DurationMs, maxSilenceMs, windowMs, minRuns } = alert;
  const ofRuns = [
    ...(minSuccessRate === null ? [] : [`success at least ${Number((minSuccessRate * 100).toPrecision(12))}%`]),
    ...(maxP95DurationMs === null ? [] : [`p95 at most ${longDuration(maxP95DurationMs)}`]),
  ].join(", ");
  return [
    ...(ofRuns === "" ? [] : [`${ofRuns} in ${longDuration(windowMs)}, of ${counted(minRuns, "run")} or more`]),
    ...(maxSilenceMs === null ? [] : [`silent for ${longDuration(maxSilenceMs)} at most`]),
  ].join("; ");
}

/** How it stands: "within its limits", or that there is too little to say so. */
export function standingWords({ breaches, minSuccessRate, maxP95DurationMs, ended, minRuns }: Alert): string {
  if (breaches.length > 0) return "over its limit";
  const isOfRuns = minSuccessRate !== null || maxP95DurationMs !== null;
  return isOfRuns && ended < minRuns
    ? `${count(ended)} of ${counted(minRuns, "run")} that it takes`
    : "within its limits";
}
