import { expect, it } from "vitest";
import { errorWords, isUnusual, sessionStatus, swapWords } from "./sessionStatus";

const session = {
  startupOutcome: "unexcused",
  activity: "open",
  errorCount: 0,
  excusableErrorCount: 0,
  avgFps: null,
} as const;

it("calls what is open and has no error yet starting", () =>
  expect(sessionStatus(session)).toEqual({ look: "running", word: "Starting" }));

it("says how it began once it is over, and once it failed", () => {
  expect(sessionStatus({ ...session, activity: "idle" }).word).toBe("Did not start");
  expect(sessionStatus({ ...session, errorCount: 1 }).word).toBe("Did not start");
  expect(sessionStatus({ ...session, startupOutcome: "success" }).word).toBe("Playing");
  expect(sessionStatus({ ...session, startupOutcome: "success", activity: "closed" }).word).toBe("Started");
});

it("tells swaps that were asked for from those that were seen", () => {
  expect(swapWords({ swapCount: 0, inferredSwapCount: 0 })).toBe("none");
  expect(swapWords({ swapCount: 1, inferredSwapCount: 0 })).toBe("1 asked");
  expect(swapWords({ swapCount: 0, inferredSwapCount: 2 })).toBe("2 inferred");
  expect(swapWords({ swapCount: 2, inferredSwapCount: 1 })).toBe("2 asked, 1 seen");
});

it.each([
  [0, 0, "none"],
  [1, 1, "1, excused"],
  [2, 2, "2, all excused"],
  [3, 1, "3, 1 excused"],
  [2, 0, "2, no excuse"],
])("tells %i errors of which %i are excused", (errorCount, excusableErrorCount, words) =>
  expect(errorWords({ errorCount, excusableErrorCount })).toBe(words),
);

it("takes for unusual what is far above the others, and never a few", () => {
  expect(isUnusual({ known: 20, unexcused: 8 }, { known: 220, unexcused: 18 })).toBe(true);
  expect(isUnusual({ known: 20, unexcused: 2 }, { known: 220, unexcused: 12 })).toBe(false);
  expect(isUnusual({ known: 2, unexcused: 2 }, { known: 202, unexcused: 2 })).toBe(false);
});

it("compares what is alone with nothing gone wrong", () =>
  expect(isUnusual({ known: 5, unexcused: 3 }, { known: 5, unexcused: 3 })).toBe(true));
