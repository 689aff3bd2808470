import { describe, expect, it } from "vitest";
import { anOpenRun, aRun } from "./fixture";
import { elapsedMs, lookDetail, lookOf, whyOrWhere } from "./status";

const now = Date.parse("2026-11-12T14:32:00.000Z");
const at = (ms: number) => new Date(now + ms).toISOString();

describe("lookOf", () => {
  it.each([
    [aRun({ status: "pending" }), "queued"],
    [aRun({ status: "failed" }), "failed"],
    [anOpenRun({ state: "ok" }), "running"],
    [anOpenRun({ state: "retrying" }, { status: "paused" }), "retrying"],
    [anOpenRun({ state: "waiting" }, { status: "paused" }), "sleeping"],
    [anOpenRun({ state: "overdue" }, { status: "paused" }), "overdue"],
    [anOpenRun({ state: "stalled" }), "stuck"],
    [anOpenRun({ state: "ok" }, { status: "paused" }), "sleeping"],
    [aRun({ status: "paused", health: null, pauseReason: "retry" }), "retrying"],
  ])("%#: %s", (run, look) => expect(lookOf(run)).toBe(look));
});

describe("lookDetail", () => {
  const say = (run: ReturnType<typeof aRun>) => lookDetail(run, now, "UTC");
  it("counts attempts and the time to the next", () =>
    expect(say(anOpenRun({ state: "retrying", attempt: 3, maxAttempts: 5, until: at(18_000) }))).toBe(
      "3 of 5, in 18 s",
    ));
  it("does without a maximum, and without a moment", () =>
    expect(say(anOpenRun({ state: "retrying", attempt: 3 }))).toBe("attempt 3"));
  it("says until when it sleeps", () =>
    expect(say(anOpenRun({ state: "waiting", until: "2026-11-12T15:00:00Z" }))).toBe("until 15:00"));
  it("says that it is slower than usual, whatever it is at", () => {
    const estimate = {
      remainingMs: null,
      remainingP90Ms: null,
      expectedEndAt: null,
      n: 43,
      stepName: null,
      slowerThanUsual: true,
    };
    expect(say({ ...anOpenRun({ state: "ok" }), estimate })).toBe("slower than usual");
    expect(say({ ...anOpenRun({ state: "retrying", attempt: 3 }), estimate })).toBe("attempt 3, slower than usual");
    expect(say({ ...anOpenRun({ state: "waiting", until: "2026-11-12T15:00:00Z" }), estimate })).toBe(
      "until 15:00, slower than usual",
    );
  });
  it("says by how much it is late", () =>
    expect(say(anOpenRun({ state: "overdue", until: at(-24 * 60_000) }))).toBe("by 24 min"));
  it("says nothing more of what ended", () => expect(say(aRun())).toBe(""));
});

describe("elapsedMs", () => {
  it("grows while a run goes on", () => expect(elapsedMs(anOpenRun({}), now)).toBe(32 * 60_000));
  it("is what it was when the run ended", () => expect(elapsedMs(aRun(), now)).toBe(10_000));
  it("is unknown before the start", () =>
    expect(elapsedMs(aRun({ durationMs: null, startedAt: null }), now)).toBeNull());
  it("is unknown of an ended run without a duration, and does not grow", () =>
    expect(elapsedMs(aRun({ durationMs: null }), now)).toBeNull());
});

describe("whyOrWhere", () => {
  it("names the step and the error of a failure", () =>
    expect(whyOrWhere(aRun({ status: "failed", errorMessage: "no answer", errorStepName: "charge-card" }))).toEqual({
      lead: "charge-card:",
      text: "no answer",
    }));
  it("says why a run was cancelled", () =>
    expect(whyOrWhere(aRun({ status: "cancelled", reason: { stepName: null, text: "Duplicate" } }))).toEqual({
      lead: "",
      text: "Duplicate",
    }));
  it("names the step that is tried again and its error", () =>
    expect(
      whyOrWhere(
        anOpenRun(
          { state: "retrying" },
          { currentStep: "charge", reason: { stepName: "charge", text: "Bank closed" } },
        ),
      ),
    ).toEqual({ lead: "charge:", text: "Bank closed" }));
  it("names the current step of what goes on", () =>
    expect(whyOrWhere(anOpenRun({}, { currentStep: "fraud-score" }))).toEqual({ lead: "at", text: "fraud-score" }));
  it("gives the reason of what is stuck", () =>
    expect(whyOrWhere(anOpenRun({ state: "stalled", reason: "No event for 41 min." }))?.text).toBe(
      "No event for 41 min.",
    ));
  it("gives the reason of what waits for another attempt, at no step", () =>
    expect(
      whyOrWhere(anOpenRun({ state: "retrying", reason: "charge-card failed." }, { currentStep: null }))?.text,
    ).toBe("charge-card failed."));
  it("has nothing to say of what went well", () => expect(whyOrWhere(aRun({ currentStep: "x" }))).toBeNull());
});
