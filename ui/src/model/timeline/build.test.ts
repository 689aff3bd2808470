import { describe, expect, it } from "vitest";
import { buildTimeline, SLEEP_ROW } from "./build";
import { at, attempt, failed, moment, run, sleep, step } from "./sample";
import { stepSums } from "./stretches";
import type { Bar } from "./types";

const seen = (bar: Bar) => `${bar.kind} ${bar.from / 1000}–${bar.to / 1000}${bar.open ? " open" : ""}`;

describe("the bars of a step", () => {
  it("are attempts with the back-offs between them, and what came later than planned is idle", () => {
    const timeline = buildTimeline(
      run({
        steps: [step("charge", { status: "failed" })],
        attempts: [
          attempt("charge", 1, 0, 10, failed(15)),
          attempt("charge", 2, 15, 45, failed(55)),
          attempt("charge", 3, 70, 100, failed()),
        ],
      }),
      moment(100),
    );
    expect(timeline.rows[0]?.bars.map(seen)).toEqual([
      "failed 0–10",
      "backoff 10–15",
      "failed 15–45",
      "backoff 45–55",
      "idle 55–70",
      "failed 70–100",
    ]);
  });

  it("are hollow where the step recovered later, and cached where the result was replayed", () => {
    const timeline = buildTimeline(
      run({
        steps: [step("a"), step("b", { cached: true })],
        attempts: [attempt("a", 1, 0, 1, failed(2)), attempt("a", 2, 2, 3), attempt("b", 1, 3, 3)],
      }),
      moment(100),
    );
    expect(timeline.rows.map((row) => row.bars.map((bar) => bar.kind))).toEqual([
      ["recovered", "backoff", "worked"],
      ["cached"],
    ]);
  });

  it("stay open up to now while the run goes on, also a back-off, and are idle once it is past due", () => {
    const running = { workflow: { status: "running" as const, endedAt: null, durationMs: null } };
    const working = run({
      ...running,
      steps: [step("a", { status: "running" })],
      attempts: [attempt("a", 1, 5, null)],
    });
    expect(buildTimeline(working, moment(30)).rows[0]?.bars.map(seen)).toEqual(["running 5–30 open"]);
    const waiting = run({
      ...running,
      steps: [step("a", { status: "retrying" })],
      attempts: [attempt("a", 1, 0, 10, failed(40))],
    });
    expect(buildTimeline(waiting, moment(30)).rows[0]?.bars.map(seen)).toEqual(["failed 0–10", "backoff 10–30 open"]);
    expect(buildTimeline(waiting, moment(60)).rows[0]?.bars.map(seen)).toEqual([
      "failed 0–10",
      "backoff 10–40",
      "idle 40–60 open",
    ]);
  });

  it("never end after now, for an event may be newer than the clock", () => {
    const detail = run({
      workflow: { status: "paused", endedAt: null, durationMs: null, lastEventAt: at(30) },
      steps: [step("a", { status: "retrying" })],
      attempts: [attempt("a", 1, 0, 30, failed(60))],
    });
    expect(buildTimeline(detail, moment(29.2))).toMatchObject({ runTo: 30_000, end: 30_000 });
  });

  it("say which edge is unknown when its event is missing", () => {
    const [row] = buildTimeline(
      run({
        steps: [step("a")],
        attempts: [attempt("a", 1, 0, null), attempt("a", 2, null, 40), attempt("a", 3, 50, 60)],
      }),
      moment(100),
    ).rows;
    const edges = row?.bars.map((bar) => [bar.attempt, bar.startUnknown, bar.endUnknown]);
    expect(edges).toContainEqual([1, false, true]);
    expect(edges).toContainEqual([2, true, false]);
    expect(edges).toContainEqual([3, false, false]);
  });

  it("mark the deadline of an attempt that timed out", () => {
    const [row] = buildTimeline(
      run({
        steps: [step("a", { status: "failed", timeoutMs: 30_000 })],
        attempts: [attempt("a", 1, 10, 41, { ...failed(), result: "timeout" })],
      }),
      moment(100),
    ).rows;
    expect(row?.bars[0]?.timedOutAt).toBe(40_000);
  });

  it("lie in lanes where attempts overlap", () => {
    const [row] = buildTimeline(
      run({
        steps: [step("a")],
        attempts: [attempt("a", 1, 0, 30), attempt("a", 2, 10, 40), attempt("a", 3, 35, 50)],
      }),
      moment(100),
    ).rows;
    expect(row?.lanes).toBe(2);
    expect(row?.bars.map((bar) => [bar.attempt, bar.lane])).toEqual([
      [1, 0],
      [2, 1],
      [3, 0],
    ]);
  });

  it("come from the step's own row when no attempt of it is known", () => {
    const [row] = buildTimeline(
      run({ steps: [step("a", { startedAt: at(1), completedAt: at(4) })] }),
      moment(100),
    ).rows;
    expect(row?.bars.map(seen)).toEqual(["worked 1–4"]);
  });
});

describe("the rows", () => {
  it("come in the order in which they began, sleeps on a row of their own, what never began last", () => {
    const timeline = buildTimeline(
      run({
        steps: [step("never", { status: "pending" }), step("late"), step("early")],
        attempts: [attempt("late", 1, 60, 70), attempt("early", 1, 0, 10)],
        sleeps: [sleep(10, 50, 60)],
      }),
      moment(100),
    );
    expect(timeline.rows.map((row) => row.key)).toEqual(["early", SLEEP_ROW, "late", "never"]);
    expect(timeline.rows[1]?.bars.map(seen)).toEqual(["sleep 10–50", "idle 50–60"]);
  });

  it("begin with the wait in the queue", () => {
    const timeline = buildTimeline(
      run({
        workflow: { createdAt: at(-20) },
        steps: [step("a")],
        attempts: [attempt("a", 1, 0, 10)],
      }),
      moment(100),
    );
    expect(timeline.rows[0]?.bars.map(seen)).toEqual(["queue 0–20", "worked 20–30"]);
    expect(timeline.runFrom).toBe(20_000);
    expect(timeline.end).toBe(120_000);
  });
});

describe("the sums", () => {
  it("add up to the duration, whatever overlaps", () => {
    const timeline = buildTimeline(
      run({
        steps: [step("a"), step("b")],
        attempts: [attempt("a", 1, 0, 10, failed(20)), attempt("a", 2, 25, 40), attempt("b", 1, 5, 12)],
        sleeps: [sleep(40, 80, 90)],
      }),
      moment(100),
    );
    expect(timeline.sums).toEqual({ working: 27_000, backoff: 8_000, asleep: 40_000, idle: 25_000 });
    const { working, backoff, asleep, idle } = timeline.sums;
    expect(working + backoff + asleep + idle).toBe(timeline.runTo - timeline.runFrom);
  });

  it("add up for random runs as well", () => {
    let seed = 7;
    const random = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % most;
    };
    for (let round = 0; round < 200; round++) {
      const attempts = Array.from({ length: 1 + random(12) }, (_, index) => {
        const from = random(90);
        return attempt(`s${random(4)}`, index + 1, from, from + random(30), random(2) ? failed(from + random(60)) : {});
      });
      const names = [...new Set(attempts.map((one) => one.stepName))];
      const begins = random(100);
      const timeline = buildTimeline(
        run({ steps: names.map((name) => step(name)), attempts, sleeps: [sleep(begins, begins + random(30), null)] }),
        moment(100),
      );
      const { working, backoff, asleep, idle } = timeline.sums;
      expect(working + backoff + asleep + idle).toBe(100_000);
      for (const [index, stretch] of timeline.stretches.entries()) {
        expect(stretch.from).toBe(timeline.stretches[index - 1]?.to ?? timeline.runFrom);
      }
    }
  });

  it("of one step divide its own span", () => {
    const timeline = buildTimeline(
      run({
        steps: [step("a")],
        attempts: [attempt("a", 1, 0, 10, failed(20)), attempt("a", 2, 50, 60)],
        sleeps: [sleep(20, 40, 40)],
      }),
      moment(100),
    );
    const [a, sleeps] = timeline.rows;
    expect(a && stepSums(a, sleeps)).toEqual({
      working: 20_000,
      backoff: 10_000,
      asleep: 20_000,
      idle: 10_000,
      total: 60_000,
    });
  });
});
