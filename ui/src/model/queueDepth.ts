/** How long the queue of each environment was, minute by minute, as far as this window has watched. */
export interface QueueDepth {
  /** the minute of the last entry, in minutes since 1970 */
  minute: number;
  /** the longest of each minute, oldest first; null where nobody watched */
  depths: readonly (number | null)[];
}

export const WATCHED_MINUTES = 70;

export function watch(before: QueueDepth | undefined, queued: number, now: number): QueueDepth {
  const minute = Math.floor(now / 60_000);
  if (before === undefined || minute < before.minute || minute - before.minute >= WATCHED_MINUTES) {
    return { minute, depths: [queued] };
  }
  const gap = Array.from({ length: minute - before.minute }, () => null);
  const depths = [...before.depths, ...gap];
  depths[depths.length - 1] = Math.max(depths.at(-1) ?? 0, queued);
  return { minute, depths: depths.slice(-WATCHED_MINUTES) };
}
