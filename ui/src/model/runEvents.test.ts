import { expect, it } from "vitest";
import type { RunEvent } from "../api/types";
import { eventMatches, eventTypes, isEvent } from "./runEvents";

const event = (type: string, stepName: string | null, payload: RunEvent["payload"] = {}) =>
  ({ type, stepName, payload, eventId: "e1" }) as RunEvent;

it("counts types in their order", () => {
  const types = eventTypes([event("a", null), event("b", null), event("a", null)]);
  expect([...types]).toEqual([
    ["a", 2],
    ["b", 1],
  ]);
});

it("looks for every word in all of an event", () => {
  const failed = event("step.failed", "Charge-Card", { error: { message: "no answer" } });
  expect(eventMatches(failed, null, "ANSWER charge")).toBe(true);
  expect(eventMatches(failed, null, "answer refund")).toBe(false);
  expect(eventMatches(failed, "step.started", "")).toBe(false);
  expect(eventMatches(failed, "step.failed", " ")).toBe(true);
});

it("is found by the id that was sent and by its own", () => {
  const one = { id: "uuid", eventId: "sent" } as RunEvent;
  expect([isEvent(one, "uuid"), isEvent(one, "sent"), isEvent(one, "other"), isEvent(one, null)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
