import { first, parseSearch, type Search, stringifySearch, values } from "./search";
import { exactTime, isZone } from "./when";

/** What every page is limited to, as the address says it: environments, services, a stretch of time, a zone. Empty lists mean all. */
export interface Scope {
  env: string[];
  service: string[];
  range: TimeRange;
  zone: string | null;
}

export type TimeRange =
  | { kind: "last"; span: Span }
  | { kind: "since"; from: string }
  | { kind: "between"; from: string; to: string }
  | { kind: "all" };

export const SPANS = {
  "15m": { ms: 15 * 60_000, label: "Last 15 min" },
  "1h": { ms: 3_600_000, label: "Last 1 h" },
  "3h": { ms: 3 * 3_600_000, label: "Last 3 h" },
  "24h": { ms: 24 * 3_600_000, label: "Last 24 h" },
  "7d": { ms: 7 * 86_400_000, label: "Last 7 d" },
  "30d": { ms: 30 * 86_400_000, label: "Last 30 d" },
  "90d": { ms: 90 * 86_400_000, label: "Last 90 d" },
} as const;
export type Span = keyof typeof SPANS;
export const DEFAULT_RANGE: TimeRange = { kind: "last", span: "24h" };

export const SCOPE_PARAMETERS = ["env", "service", "from", "to", "tz"] as const;

export function readScope(search: Search): Scope {
  const zone = first(search.tz);
  return {
    env: values(search.env),
    service: values(search.service),
    range: readRange(first(search.from), first(search.to)),
    zone: zone !== undefined && isZone(zone) ? zone : null,
  };
}

function readRange(from: string | undefined, to: string | undefined): TimeRange {
  if (from === "all") return { kind: "all" };
  if (from === undefined) return DEFAULT_RANGE;
  const span = from.startsWith("-") ? from.slice(1) : "";
  if (span in SPANS) return { kind: "last", span: span as Span };
  if (!isInstant(from)) return DEFAULT_RANGE;
  return to !== undefined && isInstant(to) ? { kind: "between", from, to } : { kind: "since", from };
}

const isInstant = (text: string) => !Number.isNaN(Date.parse(text));

/** Only what differs from the default is written, so that short addresses stay short. */
export function writeRange(range: TimeRange): Search {
  switch (range.kind) {
    case "all":
      return { from: "all", to: undefined };
    case "last":
      return { from: range.span === "24h" ? undefined : `-${range.span}`, to: undefined };
    case "since":
      return { from: range.from, to: undefined };
    case "between":
      return { from: range.from, to: range.to };
  }
}

/** The parameters that a link to another page takes along. */
export function scopeOnly(search: Search): Search {
  return Object.fromEntries(SCOPE_PARAMETERS.map((name) => [name, search[name]]));
}

/** The same for a link that is of an environment or a service of its own. */
export const timeOnly = ({ from, to, tz }: Search): Search => ({ from, to, tz });

/** Pages of one run or session: they show it whatever the scope is, and only keep that for the way back. */
const ONE_THING = /^\/(runs|sessions)\/[^?]/;

/**
 * A link as it is followed from a page: it keeps the zone, in which whoever follows it reads times, and a page of one thing
 * keeps the whole scope. What the link says itself goes first.
 */
export function carryScope(href: string, { env, service, from, to, tz }: Search): string {
  const kept: Search = ONE_THING.test(href) ? { env, service, from, to, tz } : { tz };
  if (!href.startsWith("/") || href.includes("#") || Object.values(kept).every((value) => value === undefined)) {
    return href;
  }
  const [path = "", query = ""] = href.split("?", 2);
  const own = parseSearch(query);
  const hasTime = own.from !== undefined || own.to !== undefined;
  const isKept = (name: string) => own[name] === undefined && !(hasTime && (name === "from" || name === "to"));
  return (
    path + stringifySearch({ ...own, ...Object.fromEntries(Object.entries(kept).filter(([name]) => isKept(name))) })
  );
}

export function resolveRange(range: TimeRange, now: number): { from?: string; to?: string } {
  switch (range.kind) {
    case "all":
      return {};
    case "last":
      return { from: new Date(now - SPANS[range.span].ms).toISOString() };
    case "since":
      return { from: new Date(range.from).toISOString() };
    case "between":
      return { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() };
  }
}

export function rangeLabel(range: TimeRange, now: Date, zone: string): string {
  switch (range.kind) {
    case "all":
      return "All time";
    case "last":
      return SPANS[range.span].label;
    case "since":
      return `Since ${exactTime(new Date(range.from), now, zone, false)}`;
    case "between":
      return `${exactTime(new Date(range.from), now, zone, false)} – ${exactTime(new Date(range.to), now, zone, false)}`;
  }
}

/** The same inside a sentence. */
export function rangeWords(range: TimeRange, now: Date, zone: string): string {
  const label = rangeLabel(range, now, zone);
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** With all on, switching one off leaves the others; switching off the last one is asking for all. */
export function toggleEnvironment(chosen: readonly string[], name: string, known: readonly string[]): string[] {
  const on = new Set(chosen.length === 0 ? known : chosen);
  if (on.has(name)) on.delete(name);
  else on.add(name);
  return on.size === 0 || known.every((env) => on.has(env)) ? [] : known.filter((env) => on.has(env));
}

/** Which environments and services a scope leaves, in words; nothing if it leaves all. */
export function limits({ env, service }: Readonly<Record<"env" | "service", readonly string[]>>): string[] {
  return [
    ...(env.length === 0 ? [] : [`environment is ${env.join(" or ")}`]),
    ...(service.length === 0 ? [] : [`service is ${service.join(" or ")}`]),
  ];
}
