import type { Params } from "../../api/client";
import type { SessionFigures } from "../../api/sessions";
import { readScope, resolveRange, scopeOnly, type TimeRange } from "../../model/scope";
import { first, type Search, some, stringifySearch, values } from "../../model/search";

/** What sessions can be told apart by, and with which filter the list shows those of one. */
export const GROUPINGS = {
  orchestrator: { label: "Orchestrator", filter: "orchestrator", none: "no orchestrator", why: "No event named one." },
  model: { label: "Model", filter: "model", none: "model unknown", why: "No capability snapshot tells." },
  gpu: { label: "GPU", filter: "gpu", none: "GPU unknown", why: "No capability snapshot tells, or there are several." },
  gateway: { label: "Gateway", filter: "gateway", none: "no gateway", why: "No event named one." },
  pipeline: { label: "Pipeline", filter: "pipeline", none: "no pipeline", why: "No event named one." },
  region: { label: "Region", filter: null, none: "region unknown", why: "No event tells of a region." },
} as const;
export type Grouping = keyof typeof GROUPINGS;

/** Filters that take any of some names; an empty name stands for none. */
export const NAMES = ["gateway", "orchestrator", "model", "gpu", "pipeline"] as const;
export type NameFilter = (typeof NAMES)[number];
/** Filters of the list alone: the figures are of all outcomes. */
export const CHOICES = {
  outcome: ["success", "excused", "unexcused", "not_in_denominator"],
  activity: ["open", "idle", "closed"],
} as const;
export type ChoiceFilter = keyof typeof CHOICES;

/** Everything that this page shows, as its address says it. */
export interface SessionsUrl {
  env: readonly string[];
  service: readonly string[];
  range: TimeRange;
  by: Grouping;
  names: Record<NameFilter, readonly string[]>;
  outcome: readonly string[];
  activity: readonly string[];
  swapped: "true" | "false" | null;
  q: string;
}

export function readSessionsUrl(search: Search): SessionsUrl {
  const { env, service, range } = readScope(search);
  const by = first(search.by);
  const swapped = first(search.swapped);
  const chosen = (filter: ChoiceFilter) =>
    values(search[filter]).filter((value) => (CHOICES[filter] as readonly string[]).includes(value));
  return {
    env,
    service,
    range,
    by: by !== undefined && Object.hasOwn(GROUPINGS, by) ? (by as Grouping) : "orchestrator",
    names: Object.fromEntries(NAMES.map((name) => [name, values(search[name])])) as Record<NameFilter, string[]>,
    outcome: chosen("outcome"),
    activity: chosen("activity"),
    swapped: swapped === "true" || swapped === "false" ? swapped : null,
    q: first(search.q) ?? "",
  };
}

/** What figures and list have in common, but for the time. */
export const figureParams = ({ env, service, names }: SessionsUrl): Params => ({ env, service, ...names });

export const listParams = (url: SessionsUrl): Params => ({
  ...figureParams(url),
  outcome: url.outcome,
  activity: url.activity,
  swapped: url.swapped,
  q: url.q,
});

export const atNow = (params: Params, range: TimeRange, now: number): Params => ({
  ...params,
  ...resolveRange(range, now),
});

/** Filters that limit only the list. */
export const OWN_FILTERS: Search = { outcome: undefined, activity: undefined, swapped: undefined, q: undefined };

/** The sessions behind a number: of this page's scope and names, limited further. */
export function behind(search: Search, more: Search): string {
  const kept = Object.fromEntries(NAMES.map((name) => [name, search[name]]));
  return `/sessions${stringifySearch({ ...scopeOnly(search), ...kept, by: search.by, sort: search.sort, ...more })}#list`;
}

/** Of one line of the figures; a region is none that the list could be limited to. */
export function ofGroup(by: Grouping, { group }: Pick<SessionFigures, "group">): Search {
  const { filter } = GROUPINGS[by];
  return filter === null ? {} : { [filter]: group ?? "" };
}

export const toggled = (list: readonly string[], value: string) =>
  some(list.includes(value) ? list.filter((one) => one !== value) : [...list, value]);
