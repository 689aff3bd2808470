import type { RunEvent } from "../api/types";

/** How many there are of each type, in the order in which the types first appear. */
export function eventTypes(events: readonly RunEvent[]): Map<string, number> {
  const types = new Map<string, number>();
  for (const event of events) types.set(event.type, (types.get(event.type) ?? 0) + 1);
  return types;
}

const contents = new WeakMap<RunEvent, string>();

/** Words are looked for in the whole event: each one has to be somewhere in it. */
export function eventMatches(event: RunEvent, type: string | null, words: string): boolean {
  if (type !== null && event.type !== type) return false;
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return true;
  let content = contents.get(event);
  if (content === undefined) {
    content = `${event.type} ${event.eventId} ${event.stepName ?? ""} ${JSON.stringify(event.payload)}`.toLowerCase();
    contents.set(event, content);
  }
  return wanted.split(/\s+/).every((word) => content.includes(word));
}

/** By either of its ids: addresses hold the one that was sent, attempts know the other. */
export const isEvent = (event: RunEvent, id: string | null): boolean => event.eventId === id || event.id === id;
