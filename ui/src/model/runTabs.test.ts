import { expect, it } from "vitest";
import { RUN_TABS, tabCount, tabOf, totalOf } from "./runTabs";

const byStatus = counts({ pending: 61, running: 268, paused: 136, failed: 227, completed: 18_173, cancelled: 12 });
const byHealth = counts({ ok: 239, retrying: 34, overdue: 9, stalled: 6, waiting: 116 });

it("adds up to all", () => {
  const sum = RUN_TABS.reduce((total, tab) => total + (tabCount(tab, byStatus, byHealth) ?? 0), 0);
  expect(sum).toBe(byStatus.total);
});

it("takes stuck and overdue together", () => {
  const tab = RUN_TABS.find((one) => one.label === "Stuck, overdue");
  expect(tab && tabCount(tab, byStatus, byHealth)).toBe(15);
});

it("knows a tab by its filters, in any order, and nothing else", () => {
  expect(tabOf(["paused", "running"], ["stalled", "overdue"])?.label).toBe("Stuck, overdue");
  expect(tabOf(["failed"], [])?.label).toBe("Failed");
  expect(tabOf(["failed", "completed"], [])).toBeUndefined();
  expect(tabOf([], [])).toBeUndefined();
});

it("does not know what was not counted yet", () => {
  const [running] = RUN_TABS;
  expect(running && tabCount(running, byStatus, undefined)).toBeNull();
});

it("says when there may be more than was counted", () => {
  const many = { ...counts({ running: 1, completed: 10_000 }), capped: true };
  const none = { status: [], health: [], notStatus: [] };
  expect(totalOf(none, many, undefined)).toEqual({ count: 10_001, capped: true });
  expect(totalOf({ ...none, status: ["completed"] }, many, undefined)).toEqual({ count: 10_000, capped: true });
  expect(totalOf({ ...none, status: ["failed"] }, many, undefined)).toEqual({ count: 0, capped: false });
  expect(totalOf({ ...none, notStatus: ["completed"] }, byStatus, undefined)).toEqual({ count: 704, capped: false });
  expect(totalOf({ ...none, status: ["failed", "completed"] }, many, undefined)).toBeNull();
});

function counts(values: Record<string, number>) {
  const items = Object.entries(values).map(([value, count]) => ({ value, count }));
  return { total: items.reduce((sum, item) => sum + item.count, 0), capped: false, items };
}
