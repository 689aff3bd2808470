import type { Counts } from "../api/types";
import type { Look } from "./status";

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

/** @param byHealth of runs that are running or paused */
export function tabCount(tab: RunTab, byStatus: Counts | undefined, byHealth: Counts | undefined): number | null {
  const [counts, values] = tab.health.length > 0 ? [byHealth, tab.health] : [byStatus, tab.status];
  if (counts === undefined) return null;
  return counts.items.filter((item) => values.includes(item.value)).reduce((sum, item) => sum + item.count, 0);
}
