import { expect, it } from "vitest";
import { countWords, markEnvironments, orderEnvironments } from "./environments";

it("gives well-known names their own marks, wherever they stand", () => {
  const marks = markEnvironments(["dev", "qa", "production"]);
  expect(marks.get("production")).toEqual({ slot: 1, mark: "full", short: "prod" });
  expect(marks.get("dev")).toEqual({ slot: 3, mark: "open", short: "dev" });
  expect(marks.get("qa")).toEqual({ slot: 2, mark: "half", short: "qa" });
});

it("tells apart two names for the same thing", () => {
  const marks = markEnvironments(["prod", "production"]);
  expect([marks.get("prod")?.slot, marks.get("production")?.slot]).toEqual([1, 2]);
});

it("begins again after six", () => {
  const marks = markEnvironments(["a", "b", "c", "d", "e", "f", "g"]);
  expect([...marks.values()].map((mark) => mark.slot)).toEqual([1, 2, 3, 4, 5, 6, 1]);
});

it("orders production before staging before development before the rest", () => {
  expect(orderEnvironments(["zeta", "dev", "alpha", "staging", "production", "dev"])).toEqual([
    "production",
    "staging",
    "dev",
    "alpha",
    "zeta",
  ]);
});

it("says what an environment or a service has in all", () => {
  const counts = { pending: 1, running: 2, paused: 3, completed: 1_000, failed: 4, cancelled: 0 };
  expect(countWords([counts, { ...counts, completed: 0, failed: 0 }])).toBe("1,016 runs, 12 open, 4 failed");
  expect(countWords([])).toBe("0 runs");
});
