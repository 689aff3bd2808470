import { expect, it } from "vitest";
import type { Alert } from "../api/insight";
import { alertWords, fieldsOf, limitsOf, standingWords } from "./alerts";

const ALERT: Alert = {
  minSuccessRate: 0.995,
  maxP95DurationMs: 30_000,
  maxSilenceMs: 600_000,
  windowMs: 7_200_000,
  minRuns: 20,
  ended: 40,
  successRate: 1,
  timed: 40,
  p95DurationMs: 9,
  breaches: [],
};

it("what is written into the fields is what was in them", () => {
  const fields = fieldsOf(ALERT);
  expect(fields).toEqual({ success: "99.5", duration: "30", silence: "10", window: "120", minRuns: "20" });
  expect(ALERT).toMatchObject({ ...limitsOf(fields) });
});

it("without a limit there is no alert, and without a window it is the usual one", () => {
  expect(limitsOf(fieldsOf(null))).toBeNull();
  expect(limitsOf({ success: "99", duration: " ", silence: "", window: "", minRuns: "" })).toEqual({
    minSuccessRate: 0.99,
    maxP95DurationMs: null,
    maxSilenceMs: null,
    windowMs: 3_600_000,
    minRuns: 20,
  });
});

it("it is said with what it counts", () => {
  expect(alertWords(ALERT)).toBe(
    "success at least 99.5%, p95 at most 30 s in 2 h, of 20 runs or more; silent for 10 min at most",
  );
  expect(alertWords({ ...ALERT, minSuccessRate: null, maxP95DurationMs: null })).toBe("silent for 10 min at most");
});

it("of too few runs it says that there are too few", () => {
  expect(standingWords(ALERT)).toBe("within its limits");
  expect(standingWords({ ...ALERT, ended: 3 })).toBe("3 of 20 runs that it takes");
  expect(standingWords({ ...ALERT, ended: 3, minSuccessRate: null, maxP95DurationMs: null })).toBe("within its limits");
  expect(standingWords({ ...ALERT, breaches: [{ limit: "success", sentence: "" }] })).toBe("over its limit");
});
