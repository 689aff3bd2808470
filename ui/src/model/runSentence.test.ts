import { describe, expect, it } from "vitest";
import { inferredWords, runSentence, words } from "./runSentence";
import { at, moment, run, step } from "./timeline/sample";

const say = (detail: Parameters<typeof runSentence>[0], now = 100) => {
  const { before, step: name, after, follows } = runSentence(detail, moment(now));
  return [`${before}${name ?? ""}${after}`, follows];
};

describe("the sentence about a run", () => {
  it("says where and after how many attempts it failed, and what was not reached", () => {
    const detail = run({
      workflow: { status: "failed", errorStepName: "charge-card", errorMessage: "no answer within 30 s\n  at x" },
      steps: [step("charge-card", { status: "failed", currentAttempt: 5 }), step("send", { status: "pending" })],
    });
    expect(say(detail)).toEqual([
      "Failed at charge-card after 5 attempts: no answer within 30 s.",
      "Not reached: send.",
    ]);
  });

  it("leaves the rest of an endless error to the error itself", () => {
    const [sentence] = say(run({ workflow: { status: "failed", errorMessage: "x".repeat(3_000) } }));
    expect(sentence).toBe(`Failed: ${"x".repeat(240)}…`);
  });

  it("compares with the usual", () => {
    const usual = { p50Ms: 33_000, p95Ms: 50_000, n: 40 };
    expect(say(run({ workflow: { usual } }))).toEqual([
      "Completed after 2 min.",
      "Runs of this name usually need 33 s (40 runs). This one was slower than 95 of 100.",
    ]);
    const running = { status: "running" as const, endedAt: null, durationMs: null, currentStep: "send", usual };
    expect(say(run({ workflow: running }), 13)).toEqual([
      "Running send.",
      "Half of the last 40 runs needed 33 s: about 20 s left.",
    ]);
  });

  it("takes the reason of the server where a run is late", () => {
    const health = {
      state: "overdue" as const,
      reason: "It should have resumed 24 min ago",
      until: at(0),
      attempt: null,
      maxAttempts: null,
    };
    expect(say(run({ workflow: { status: "paused", endedAt: null, health } }))[0]).toBe(
      "It should have resumed 24 min ago.",
    );
  });

  it("says what is inferred", () => {
    expect(inferredWords("started_at")).toContain("start is inferred");
    expect(words("completedAt")).toBe("Completed at");
  });
});
