import { describe, expect, it } from "vitest";
import type { Health, RunItem } from "../api/types";
import { arrange, filled, isSlow, laneOf, patchActive, sortLane } from "./lanes";
import { at, moment, run } from "./timeline/sample";

const health = (state: Health["state"], until: string | null = null): Health => ({
  state,
  until,
  reason: "",
  attempt: null,
  maxAttempts: null,
});

const item = (id: string, more: Partial<RunItem>): RunItem => ({
  ...run({}).workflow,
  id,
  endedAt: null,
  durationMs: null,
  ...more,
});
const late = (id: string, due: number) => item(id, { status: "paused", health: health("overdue", at(due)) });
const running = (id: string, heard: number, more: Partial<RunItem> = {}) =>
  item(id, { status: "running", health: health("ok"), lastEventAt: at(heard), updatedAt: at(heard), ...more });

describe("lanes", () => {
  it("divide what is open by what one looks for", () => {
    expect(laneOf(late("a", 0))).toBe("late");
    expect(laneOf(item("b", { status: "running", health: health("stalled") }))).toBe("late");
    expect(laneOf(item("c", { status: "paused", health: health("retrying") }))).toBe("retrying");
    expect(laneOf(running("d", 0))).toBe("running");
    expect(laneOf(item("e", { status: "paused", health: health("waiting") }))).toBe("sleeping");
    expect(laneOf(item("f", { status: "pending" }))).toBeNull();
    expect(laneOf(item("g", { status: "completed" }))).toBeNull();
    expect(laneOf(item("h", { status: "pending", health: health("waiting", at(9)) }))).toBeNull();
    expect(laneOf(item("i", { status: "pending", health: health("stalled") }))).toBe("late");
  });

  it("are sorted by what is most urgent", () => {
    expect(sortLane("late", [late("a", 50), late("b", 10)]).map((one) => one.id)).toEqual(["b", "a"]);
    expect(sortLane("running", [running("a", 10), running("b", 50)]).map((one) => one.id)).toEqual(["b", "a"]);
  });

  it("keep their places while someone is there, and are sorted when left alone", () => {
    const sorted = [running("new", 90), running("b", 50), running("a", 10)];
    expect(arrange(["a", "gone", "b"], sorted, true)).toEqual(["a", "gone", "b", "new"]);
    expect(arrange(["a", "gone", "b"], sorted, false)).toEqual(["new", "b", "a"]);
  });
});

describe("live changes", () => {
  const all = () => true;

  it("replace, remove and add, and never go back in time", () => {
    const runs = [running("a", 10), running("b", 20)];
    const ended = running("a", 30, { status: "completed" });
    const stale = running("b", 5, { currentStep: "old" });
    const fresh = running("c", 40);
    const queued = item("d", { status: "pending" });
    const after = patchActive(runs, [ended, stale, fresh, queued], all);
    expect(after.map((one) => [one.id, one.currentStep])).toEqual([
      ["b", null],
      ["c", null],
    ]);
    expect(patchActive(runs, [fresh], () => false)).toHaveLength(2);
  });
});

describe("the bar under a card", () => {
  it("fills towards the next moment", () => {
    const sleeping = item("a", { status: "paused", health: health("waiting", at(100)), lastEventAt: at(0) });
    expect(filled(sleeping, moment(25))).toBe(0.25);
    const usual = { p50Ms: 50_000, p95Ms: 90_000, n: 9 };
    expect(filled(running("b", 0, { usual, startedAt: at(0) }), moment(25))).toBe(0.5);
    expect(filled(running("b", 0, { usual, startedAt: at(0) }), moment(60))).toBe(1);
    expect(filled(running("c", 0), moment(25))).toBeNull();
    expect(filled(late("d", 0), moment(25))).toBe(1);
  });

  it("is slow beyond what 95 of 100 need", () => {
    const usual = { p50Ms: 50_000, p95Ms: 90_000, n: 9 };
    expect(isSlow(running("a", 0, { usual, startedAt: at(0) }), moment(90))).toBe(false);
    expect(isSlow(running("a", 0, { usual, startedAt: at(0) }), moment(91))).toBe(true);
    expect(isSlow(running("a", 0), moment(91))).toBe(false);
  });

  it("expect nothing of a live session, which ends when its viewer likes", () => {
    const live = running("a", 0, { session: true, usual: { n: 20, p50Ms: 1, p95Ms: 2 }, startedAt: at(0) });
    expect(filled(live, moment(25))).toBeNull();
    expect(isSlow(live, moment(25))).toBe(false);
  });
});
