import { expect, it } from "vitest";
import { droppable } from "./dropping";
import type { RunFilters } from "./runFilters";

const filters: RunFilters = {
  env: [],
  service: [],
  status: ["running", "paused"],
  health: ["stalled"],
  name: ["a"],
  notService: [],
  notStatus: [],
  notName: ["b", "c"],
  atLeastMs: 1_000,
  belowMs: null,
  q: "",
  runs: null,
};

it("offers each filter, and the range, on its own", () => {
  const choices = droppable(filters, { kind: "last", span: "24h" }, "last 24 h");
  expect(choices.map((choice) => choice.words)).toEqual([
    "status is stalled",
    "name is a",
    "duration is 1.0 s or more",
    "name is not b or c",
    "last 24 h",
  ]);
  expect(choices[0]?.filters).toEqual({ ...filters, status: [], health: [] });
  expect(choices[4]?.range).toEqual({ kind: "all" });
});

it("has nothing to offer where nothing is filtered", () => {
  const none = { ...filters, status: [], health: [], name: [], notName: [], atLeastMs: null };
  expect(droppable(none, { kind: "all" }, "")).toEqual([]);
});
