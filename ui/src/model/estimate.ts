import type { Estimate, RunItem } from "../api/types";
import { longDuration } from "./duration";
import { exactTime } from "./when";

/** What a live change does not say of a run is still true of it while it is open: neither is kept of one that ended. */
export function withKnown<T extends RunItem>(change: T, shown: Pick<RunItem, "usual" | "estimate">): T {
  return {
    ...change,
    usual: change.usual ?? shown.usual,
    estimate: change.endedAt === null ? (change.estimate ?? shown.estimate ?? null) : null,
  };
}

/** Of an open run; none of a live session, which lasts as long as somebody streams. */
export const estimateOf = (run: Pick<RunItem, "session" | "estimate">): Estimate | null =>
  run.session ? null : (run.estimate ?? null);

/** About 2 min left; null where nothing is known, as it is once the time that was expected has passed. */
export function leftWords({ expectedEndAt }: Estimate, now: number): string | null {
  if (expectedEndAt === null) return null;
  const left = Date.parse(expectedEndAt) - now;
  return left <= 0 ? null : `about ${longDuration(left)} left`;
}

/** Where there is room for one thing: that it is slow says more than how long it may still take. */
export function estimateDetail(estimate: Estimate | null | undefined, now: number): string {
  if (!estimate) return "";
  return estimate.slowerThanUsual ? "slower than usual" : (leftWords(estimate, now) ?? "");
}

/** About 2 min left, until 14:32, 9 of 10 by 14:36; null where nothing is known. */
export function estimateSentence(estimate: Estimate, now: number, zone: string): string | null {
  const { expectedEndAt, remainingMs, remainingP90Ms } = estimate;
  if (expectedEndAt === null || remainingMs === null || remainingP90Ms === null) return null;
  const time = (at: number) => exactTime(new Date(at), new Date(now), zone, false);
  const end = Date.parse(expectedEndAt);
  const late = `9 of 10 by ${time(end + remainingP90Ms - remainingMs)}`;
  if (end <= now) return `expected to end at ${time(end)}, ${late}`;
  return `about ${longDuration(end - now)} left, until ${time(end)}, ${late}`;
}
