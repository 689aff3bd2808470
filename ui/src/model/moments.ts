import type { RunEvent } from "../api/types";

/** A moment at which something became known: the events that were received together. */
export interface Moment {
  at: string;
  /** the last of them in words, and how many */
  what: string;
  /** how many events had been received by then, these included */
  received: number;
}

export function momentsOf(events: readonly RunEvent[]): Moment[] {
  const together = new Map<string, RunEvent[]>();
  for (const event of events) {
    const known = together.get(event.receivedAt);
    if (known === undefined) together.set(event.receivedAt, [event]);
    else known.push(event);
  }
  let received = 0;
  return [...together]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([at, list]) => {
      received += list.length;
      return { at, what: whatCame(list), received };
    });
}

function whatCame(events: readonly RunEvent[]): string {
  const last = events.at(-1);
  if (last === undefined) return "";
  const name = last.stepName === null ? last.type : `${last.type} of ${last.stepName}`;
  return events.length === 1 ? name : `${name} and ${events.length - 1} more`;
}

/** The last moment that is not later; the first when all are. */
export function nearestMoment(moments: readonly Moment[], at: string | null): number {
  if (at === null) return Math.max(0, moments.length - 1);
  const wanted = Date.parse(at);
  const found = moments.findLastIndex((moment) => Date.parse(moment.at) <= wanted);
  return Math.max(0, found);
}
