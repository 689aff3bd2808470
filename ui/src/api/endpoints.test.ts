import { expect, it } from "vitest";
import { ofRun } from "./endpoints";

const run = { env: "production", serviceKey: "a/b", workflowId: "100 %" };

it("addresses a run by its path", () => {
  expect(ofRun(run, "/events", { limit: 5 })).toEqual(["workflows/production/a%2Fb/100%20%25/events", { limit: 5 }]);
});

it.each([".", "..", ""])("asks by a query for what no path can hold: '%s'", (workflowId) => {
  expect(ofRun({ ...run, workflowId }, "/events", { limit: 5 })).toEqual([
    "workflow/events",
    { limit: 5, env: "production", service: "a/b", id: workflowId },
  ]);
});
