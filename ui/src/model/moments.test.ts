import { expect, it } from "vitest";
import type { RunEvent } from "../api/types";
import { momentsOf, nearestMoment } from "./moments";

const event = (receivedAt: string, type: string, stepName: string | null = null) =>
  ({ receivedAt, type, stepName }) as RunEvent;

it("stops once for events that came together, in the order in which they came", () => {
  const moments = momentsOf([
    event("2026-11-12T14:00:02Z", "workflow.started"),
    event("2026-11-12T14:00:01Z", "step.started", "charge"),
    event("2026-11-12T14:00:02Z", "step.failed", "charge"),
  ]);
  expect(moments).toEqual([
    { at: "2026-11-12T14:00:01Z", what: "step.started of charge", received: 1 },
    { at: "2026-11-12T14:00:02Z", what: "step.failed of charge and 1 more", received: 3 },
  ]);
  expect(nearestMoment(moments, "2026-11-12T14:00:01.500Z")).toBe(0);
  expect(nearestMoment(moments, "2026-11-12T13:00:00Z")).toBe(0);
  expect(nearestMoment(moments, "2026-11-12T15:00:00Z")).toBe(1);
  expect(nearestMoment([], null)).toBe(0);
});
