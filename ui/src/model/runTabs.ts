import type { Counts } from "../api/types";
import type { RunFilters } from "./runFilters";
import type { Look } from "./status";
import { count } from "./text";

/** The status counts above the list. Each run is in exactly one, so that they add up to all. */
export interface RunTab {
  looks: readonly Look[];
  label: string;
  status: readonly string[];
  health: readonly string[];
}

const OPEN = ["running", "paused"] as const;

export const RUN_TABS: readonly RunTab[] = [
  { looks: ["running"], label: "Running", status: OPEN, health: ["ok"] },
  { looks: ["retrying"], label: "Retrying", status: OPEN, health: ["retrying"] },
  {
    looks: ["stuck", "overdue"],
    label: "Stuck, overdue",
    status: [...OPEN, "pending"],
    health: ["overdue", "stalled"],
  },
  { looks: ["sleeping"], label: "Sleeping", status: OPEN, health: ["waiting"] },
  { looks: ["queued"], label: "Queued", status: ["pending"], health: ["ok", "retrying", "waiting"] },
  { looks: ["failed"], label: "Failed", status: ["failed"], health: [] },
  { looks: ["completed"], label: "Completed", status: ["completed"], health: [] },
  { looks: ["cancelled"], label: "Cancelled", status: ["cancelled"], health: [] },
];

export const OPEN_STATUSES: readonly string[] = OPEN;
export const QUEUED: readonly string[] = ["pending"];

/** The tab that says exactly what the filters say, if there is one. */
export function tabOf(status: readonly string[], health: readonly string[]): RunTab | undefined {
  return RUN_TABS.find((tab) => same(tab.status, status) && same(tab.health, health));
}

const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((one) => b.includes(one));

export interface Total {
  count: number;
  /** there may be more */
  capped: boolean;
}

/** 227, 10,000+; where counting stopped before it found one, nothing is known yet. */
export function totalWords(total: Readonly<Total> | null): string {
  if (total === null) return "";
  if (total.capped && total.count === 0) return "…";
  return `${count(total.count)}${total.capped ? "+" : ""}`;
}

const sumOf = (items: Counts["items"]): Total => ({
  count: items.reduce((sum, item) => sum + item.count, 0),
  capped: items.some((item) => item.capped),
});

/** What is asked for to fill the tabs; undefined until it is answered. */
export interface TabCounts {
  byStatus: Counts | undefined;
  /** of runs that are running or paused */
  byHealth: Counts | undefined;
  /** of runs that are queued */
  queuedByHealth: Counts | undefined;
}

const ofValues = (counts: Counts, values: readonly string[]): Total =>
  sumOf(counts.items.filter((item) => values.includes(item.value)));

/** How many are behind a tab. */
export function tabTotal(tab: RunTab, { byStatus, byHealth, queuedByHealth }: TabCounts): Total | null {
  if (tab.health.length === 0) return byStatus === undefined ? null : ofValues(byStatus, tab.status);
  const parts = [
    ...(tab.status.includes("running") ? [byHealth] : []),
    ...(tab.status.includes("pending") ? [queuedByHealth] : []),
  ];
  let total: Total = { count: 0, capped: false };
  for (const part of parts) {
    if (part === undefined) return null;
    const { count: n, capped } = ofValues(part, tab.health);
    total = { count: total.count + n, capped: total.capped || capped };
  }
  return total;
}

/** How many match, as far as the counts above the list tell. */
export function totalOf(
  { status, health, notStatus }: Pick<RunFilters, "status" | "health" | "notStatus">,
  counts: TabCounts,
): Total | null {
  const { byStatus } = counts;
  if (health.length > 0) {
    const tab = notStatus.length > 0 ? undefined : tabOf(status, health);
    return tab === undefined ? null : tabTotal(tab, counts);
  }
  if (byStatus === undefined) return null;
  const isAsked = (value: string) => (status.length === 0 || status.includes(value)) && !notStatus.includes(value);
  return sumOf(byStatus.items.filter((item) => isAsked(item.value)));
}
