import { expect, it } from "vitest";
import { FIGURES } from "./sessionFixture";
import { sessionHours } from "./sessionHours";

const NOW = Date.parse("2026-02-25T20:30:00Z");
const hour = (group: string, success: number, unexcused = 0) => ({
  ...FIGURES,
  group,
  sessions: success + unexcused,
  known: success + unexcused,
  success,
  unexcused,
});

it("has a stretch for every hour, with nothing in those in which nothing began", () => {
  const hours = sessionHours(
    [hour("2026-02-25T18:00:00.000Z", 4), hour("2026-02-25T20:00:00.000Z", 2, 1)],
    { kind: "last", span: "3h" },
    NOW,
  );
  expect(hours?.stretches.map(({ sessions }) => sessions)).toEqual([0, 4, 0, 3]);
  expect(hours?.stretches.map(({ from }) => new Date(from).getUTCHours())).toEqual([17, 18, 19, 20]);
  expect(hours?.peaks).toEqual({ success: 4, excused: 0, unexcused: 1 });
});

it("puts hours together when they are many", () => {
  const hours = sessionHours([hour("2026-02-25T18:00:00.000Z", 4)], { kind: "last", span: "7d" }, NOW);
  expect(hours?.widthMs).toBe(2 * 3_600_000);
  expect(hours?.stretches.reduce((sum, one) => sum + one.counts.success, 0)).toBe(4);
});

it("marks the hour that is unlike the others", () => {
  const items = [17, 18, 19].map((h) => hour(`2026-02-25T${h}:00:00.000Z`, 40, 1));
  const hours = sessionHours([...items, hour("2026-02-25T20:00:00.000Z", 20, 20)], { kind: "all" }, NOW);
  expect(hours?.stretches.map(({ unusual }) => unusual)).toEqual([false, false, false, true]);
});

it("has nothing to draw without sessions", () => expect(sessionHours([], { kind: "all" }, NOW)).toBeNull());
