import { expect, it } from "vitest";
import type { Counts } from "../api/types";
import { RUN_TABS, type TabCounts, tabOf, tabTotal, totalOf, totalWords } from "./runTabs";

const byStatus = counts({ pending: 61, running: 268, paused: 136, failed: 227, completed: 18_173, cancelled: 12 });
const byHealth = counts({ ok: 239, retrying: 34, overdue: 9, stalled: 6, waiting: 116 });
const queuedByHealth = counts({ ok: 50, waiting: 7, stalled: 4 });
const all: TabCounts = { byStatus, byHealth, queuedByHealth };
const only = (byStatus: Counts): TabCounts => ({ byStatus, byHealth: undefined, queuedByHealth: undefined });

it("adds up to all", () => {
  const sum = RUN_TABS.reduce((total, tab) => total + (tabTotal(tab, all)?.count ?? 0), 0);
  expect(sum).toBe(byStatus.total);
});

it("takes stuck and overdue together, and with them what is queued too long", () => {
  const tab = RUN_TABS.find((one) => one.label === "Stuck, overdue");
  expect(tab && tabTotal(tab, all)?.count).toBe(19);
});

it("knows a tab by its filters, in any order, and nothing else", () => {
  expect(tabOf(["paused", "pending", "running"], ["stalled", "overdue"])?.label).toBe("Stuck, overdue");
  expect(tabOf(["failed"], [])?.label).toBe("Failed");
  expect(tabOf(["failed", "completed"], [])).toBeUndefined();
  expect(tabOf([], [])).toBeUndefined();
});

it("does not know what was not counted yet", () => {
  const [running] = RUN_TABS;
  expect(running && tabTotal(running, only(byStatus))).toBeNull();
});

it("says when there may be more than was counted, of each status for itself", () => {
  const many = counts({ running: 1, failed: 0, completed: 10_000, cancelled: 2 }, ["failed", "completed"]);
  const none = { status: [], health: [], notStatus: [] };
  expect(totalOf(none, only(many))).toEqual({ count: 10_003, capped: true });
  expect(totalOf({ ...none, status: ["completed"] }, only(many))).toEqual({ count: 10_000, capped: true });
  expect(totalOf({ ...none, status: ["failed"] }, only(many))).toEqual({ count: 0, capped: true });
  expect(totalOf({ ...none, status: ["cancelled"] }, only(many))).toEqual({ count: 2, capped: false });
  expect(totalOf({ ...none, notStatus: ["completed", "failed"] }, only(many))).toEqual({ count: 3, capped: false });
  expect(totalOf({ ...none, notStatus: ["completed"] }, only(byStatus))).toEqual({ count: 704, capped: false });
  expect(totalOf({ ...none, status: ["failed", "cancelled"] }, only(many))).toEqual({ count: 2, capped: true });
  expect(totalOf({ ...none, status: ["failed"], health: ["ok"] }, only(many))).toBeNull();
});

it("never says none of what was not counted to the end", () => {
  const words = (count: number, capped: boolean) => totalWords({ count, capped });
  expect([words(0, true), words(7, true), words(10_000, true)]).toEqual(["…", "7+", "10,000+"]);
  expect([words(0, false), words(227, false), totalWords(null)]).toEqual(["0", "227", ""]);
});

function counts(values: Record<string, number>, capped: readonly string[] = []) {
  const items = Object.entries(values).map(([value, count]) => ({ value, count, capped: capped.includes(value) }));
  return { total: items.reduce((sum, item) => sum + item.count, 0), capped: capped.length > 0, items };
}
