import { first, type Search } from "../../model/search";

/** Everything that a run's page shows, as its address says it. */
export interface RunUrl {
  tab: Tab;
  /** an earlier run of the same id; null for the newest */
  run: number | null;
  /** as it was known at this moment */
  at: string | null;
  step: string | null;
  attempt: number | null;
  folded: boolean;
  /** the stretch of the timeline in sight, in ms from its beginning */
  sight: { from: number; to: number } | null;
  /** Steps with attempts as rows */
  asAttempts: boolean;
  event: string | null;
  type: string | null;
  words: string;
}

export const TABS = ["timeline", "steps", "data", "events", "compare"] as const;
export type Tab = (typeof TABS)[number];

export function readRunUrl(search: Search): RunUrl {
  const at = first(search.at);
  const event = first(search.event) ?? null;
  return {
    tab: TABS.find((tab) => tab === first(search.tab)) ?? (event === null ? "timeline" : "events"),
    run: whole(first(search.run)),
    at: at !== undefined && !Number.isNaN(Date.parse(at)) ? at : null,
    step: first(search.step) ?? null,
    attempt: whole(first(search.attempt)),
    folded: first(search.fold) !== "0",
    sight: readSight(first(search.view)),
    asAttempts: first(search.rows) === "attempts",
    event,
    type: first(search.type) ?? null,
    words: first(search.find) ?? "",
  };
}

function whole(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function readSight(text: string | undefined): RunUrl["sight"] {
  const found = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? "");
  if (found === null) return null;
  const [from, to] = [Number(found[1]), Number(found[2])];
  return to > from ? { from, to } : null;
}

export const writeSight = (sight: RunUrl["sight"]): string | undefined =>
  sight === null ? undefined : `${sight.from}-${sight.to}`;

/** What another run of the same id, or another moment, does not have. */
export const FORGET: Search = { step: undefined, attempt: undefined, view: undefined, event: undefined };
