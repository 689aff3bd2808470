import { expect, it } from "vitest";
import { readRunPath, runHref } from "./runAddress";

it.each(["ord_1", "a/b", "100%", "%2F", "“quoted” '😀'", "حلب", ".", "..", "~", "~x", "", " ", "a?b#c", "a+b"])(
  "leads back to %j",
  (workflowId) => {
    const run = { env: "production", serviceKey: "or/ders", workflowId };
    // As a browser would: what it resolves must not change the path.
    const path = new URL(runHref(run), "http://weir.test").pathname;
    expect(readRunPath(path)).toEqual(run);
  },
);

it("leads to the run that a row is of", () =>
  expect(runHref({ env: "e", serviceKey: "s", workflowId: "w", leadsTo: 2 })).toBe("/runs/e/s/w?run=2"));

it("is no run's address", () => {
  expect(readRunPath("/runs")).toBeNull();
  expect(readRunPath("/ingest/a/b/c")).toBeNull();
});
