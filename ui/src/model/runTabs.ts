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
  { looks: ["stuck", "overdue"], label: "Stuck, overdue", status: OPEN, health: ["overdue", "stalled"] },
  { looks: ["sleeping"], label: "Sleeping", status: OPEN, health: ["waiting"] },
  { looks: ["queued"], label: "Queued", status: ["pending"], health: [] },
  { looks: ["failed"], label: "Failed", status: ["failed"], health: [] },
  { looks: ["completed"], label: "Completed", status: ["completed"], health: [] },
  { looks: ["cancelled"], label: "Cancelled", status: ["cancelled"], health: [] },
];

export const OPEN_STATUSES: readonly string[] = OPEN;

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

/**
 * How many are behind a tab.
 *
 * @param byHealth of runs that are running or paused
 */
export function tabTotal(tab: RunTab, byStatus: Counts | undefined, byHealth: Counts | undefined): Total | null {
  const [counts, values] = tab.health.length > 0 ? [byHealth, tab.health] : [byStatus, tab.status];
  return counts === undefined ? null : sumOf(counts.items.filter((item) => values.includes(item.value)));
}

/** How many match, as far as the counts above the list tell. */
export function totalOf(
  { status, health, notStatus }: Pick<RunFilters, "status" | "health" | "notStatus">,
  byStatus: Counts | undefined,
  byHealth: Counts | undefined,
): Total | null {
  if (notStatus.length > 0) {
    if (status.length + health.length > 0 || byStatus === undefined) return null;
    return sumOf(byStatus.items.filter((item) => !notStatus.includes(item.value)));
  }
  if (status.length === 0 && health.length === 0) {
    return byStatus === undefined ? null : { count: byStatus.total, capped: byStatus.capped };
  }
  const tab = tabOf(status, health);
  return tab === undefined ? null : tabTotal(tab, byStatus, byHealth);
}
