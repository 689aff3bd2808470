import { describe, expect, it } from "vitest";
import type { Signal } from "../api/signals";
import type { RunDetail } from "../api/types";
import {
  actionsFrom,
  type Heard,
  isToldOf,
  kindWords,
  newest,
  outcomeBefore,
  safeHref,
  signalSentence,
  timeLeft,
} from "./firstSignal";
import { anOpenRun, aRun, aSignal } from "./fixture";

const NOW = Date.parse("2026-11-12T14:05:00Z");
const heard = (given: Partial<Signal>, at = NOW): Heard => ({ signal: aSignal(given), at });
const detail = (workflow: object, runs: { runSeq: number }[] = []): RunDetail =>
  ({ workflow, steps: [], attempts: [], sleeps: [], runs, at: null }) as unknown as RunDetail;

describe("which signal is the newest", () => {
  const early = heard({ updatedAt: "2026-11-12T14:00:00Z", summary: "early" }, NOW + 9);
  const late = heard({ updatedAt: "2026-11-12T14:01:00Z", summary: "late" }, NOW);

  it("is the one that was changed last, however late another was heard", () => {
    expect(newest([early, late])?.signal.summary).toBe("late");
    expect(newest([late, null, early])?.signal.summary).toBe("late");
  });

  it("of two alike is the one heard last, which knows the time that is left", () =>
    expect(newest([heard({ etaSeconds: 60 }, 1), heard({ etaSeconds: 50 }, 2)])?.signal.etaSeconds).toBe(50));

  it("is none if there is none", () => expect(newest([null, null])).toBeNull());
});

describe("of which run a signal tells", () => {
  it("is the newest of its id, as it is now", () => {
    const run = { workflow: { runSeq: 2 }, runs: [{ runSeq: 1 }, { runSeq: 2 }], at: null } as unknown as RunDetail;
    expect(isToldOf(run)).toBe(true);
    expect(isToldOf({ ...run, at: "2026-11-12T14:00:00Z" })).toBe(false);
    expect(isToldOf({ ...run, workflow: { runSeq: 1 } as RunDetail["workflow"] })).toBe(false);
  });
});

describe("the sentence", () => {
  it("is the server's, with its step set apart", () =>
    expect(
      signalSentence(
        heard({ summary: "Failed in charge-card: Card declined", diagnostics: { step: "charge-card", attempt: 3 } }),
        detail(aRun({ status: "failed", errorMessage: "Card declined" })),
        NOW,
      ),
    ).toEqual({
      before: "Failed in ",
      step: "charge-card",
      after: ": Card declined.",
      follows: "It was tried 3 times.",
    }));

  it("stays whole when its step is not in it", () =>
    expect(
      signalSentence(heard({ summary: "Running it.", diagnostics: { step: "other" } }), detail(anOpenRun({})), NOW),
    ).toMatchObject({ before: "Running it.", step: null, after: "" }));

  it("says how long it will take, and what is usual", () =>
    expect(
      signalSentence(
        heard({ etaSeconds: 180 }),
        detail(anOpenRun({}, { usual: { p50Ms: 300_000, p95Ms: 400_000, n: 40 } })),
        NOW,
      ).follows,
    ).toBe("About 3 min left. Half of the last 40 runs needed 5 min."));

  it("expects neither steps nor an end of a live session", () =>
    expect(
      signalSentence(
        heard({ summary: "Started; no step has begun yet.", etaSeconds: 180 }),
        detail(anOpenRun({}, { session: true, usual: { p50Ms: 300_000, p95Ms: 400_000, n: 40 } })),
        NOW,
      ),
    ).toEqual({
      before: "The session goes on, for as long as somebody streams.",
      step: null,
      after: "",
      follows: null,
    }));

  it("says of one that is late why it is thought so", () =>
    expect(
      signalSentence(
        heard({ summary: "Sleeping until 14:00.", etaSeconds: 60 }),
        detail(anOpenRun({ state: "overdue", reason: "Should have gone on 5 min ago" })),
        NOW,
      ).follows,
    ).toBe("Should have gone on 5 min ago."));
});

describe("the time left", () => {
  it("counts down from when it was said", () => {
    const said = heard({ etaSeconds: 65 });
    expect(timeLeft(said, NOW)).toBe("About 65 s left");
    expect(timeLeft(said, NOW + 20_000)).toBe("About 45 s left");
    expect(timeLeft(said, NOW + 70_000)).toBe("Should end any moment");
    expect(timeLeft(said, NOW + 90_000)).toBe("It takes longer than usual");
    expect(timeLeft(said, NOW - 90_000)).toBe("About 65 s left");
    expect(timeLeft(heard({ etaSeconds: null }), NOW)).toBeNull();
  });
});

it("names the phase only if it is known", () => {
  expect(kindWords({ kind: "failed", phase: "fetch" })).toBe("Failed in fetch");
  expect(kindWords({ kind: "blocked", phase: "unknown" })).toBe("Waiting");
  expect(kindWords({ kind: "succeeded", phase: "report" })).toBe("Succeeded");
});

it("leads to the very run that was before", () => {
  const outcome = { status: "succeeded", finished_at: "2026-11-12T14:00:00Z", workflow_id: "a/b", run_seq: 2 } as const;
  expect(
    outcomeBefore(aSignal({ lastKnownOutcome: outcome }), { env: "production", serviceKey: "orders" }),
  ).toMatchObject({ word: "completed", href: "/runs/production/orders/a%2Fb?run=2" });
  const unknown = { status: "failed", finished_at: "2026-11-12T14:00:00Z" } as const;
  expect(outcomeBefore(aSignal({ lastKnownOutcome: unknown }), { env: "e", serviceKey: "s" })).toMatchObject({
    word: "failed",
    href: null,
  });
});

it("offers no way to where one is, nor twice to the same place, nor into a script", () => {
  const run = { env: "e", serviceKey: "s", workflowId: "w", runSeq: 2 };
  const nextActions = [
    { label: "See the run", href: "/runs/e/s/w?run=2" },
    { label: "See the step that failed", href: "/runs/e/s/w?run=2&step=x" },
    { label: "See the previous run", href: "/runs/e/s/w?run=1" },
    { label: "Do not", href: "javascript:alert(1)" },
  ];
  expect(actionsFrom(aSignal({ nextActions }), run, ["/runs/e/s/w?run=1"]).map(({ label }) => label)).toEqual([
    "See the step that failed",
  ]);
});

it("follows links to the web and into this window only", () => {
  for (const fine of ["/docs/limits", "https://wiki.example/x", "http://127.0.0.1/"]) expect(safeHref(fine)).toBe(fine);
  for (const bad of ["javascript:alert(1)", "data:text/html,x", "//evil.example", "/\\evil.example", "wiki", "", null])
    expect(safeHref(bad)).toBeNull();
});
