import { expect, it } from "vitest";
import { NINES, ninesHeight, ratePercent, successOf, successWords, usuallyWords } from "./rates";

it("never rounds up to a success that was none", () => {
  expect(ratePercent(0.99999)).toBe("99.9%");
  expect(ratePercent(0.98746, 2)).toBe("98.75%");
  expect(ratePercent(0.57)).toBe("57.0%");
  expect(ratePercent(1)).toBe("100%");
});

it("has no rate where nothing completed or failed", () => {
  expect(successOf({ completed: 0, failed: 0 })).toBeNull();
  expect(successOf({ completed: 3, failed: 1 })).toBe(0.75);
});

it("tells of a few how many, and of none nothing", () => {
  expect(successWords({ completed: 18, failed: 1 })).toBe("18 of 19");
  expect(successWords({ completed: 30, failed: 3 })).toBe("90.9%");
  expect(successWords({ completed: 0, failed: 0 })).toBeNull();
});

it("says that it does not know what is usual", () => {
  expect(usuallyWords(null)).toBe("no usual yet");
  expect(usuallyWords(0.996)).toBe("usually 99.6%");
});

it("gives each nine the same room, and everything better than the last the top", () => {
  expect(NINES.map((rate) => Math.round(ninesHeight(rate) * 3))).toEqual([1, 2, 3]);
  expect(ninesHeight(0)).toBe(0);
  expect(ninesHeight(0.99999)).toBe(1);
  expect(ninesHeight(1)).toBe(1);
});
