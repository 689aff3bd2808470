import { describe, expect, it } from "vitest";
import { anOpenRun, aRun } from "./fixture";
import { matchesFilters, type RunFilters, tookWords } from "./runFilters";

const NONE = { notService: [], notStatus: [], notName: [], atLeastMs: null, belowMs: null };
const all: RunFilters = { env: [], service: [], status: [], health: [], name: [], ...NONE, q: "", runs: null };

describe("matchesFilters", () => {
  it("is any inside a filter and all between them", () => {
    const run = aRun();
    expect(matchesFilters(run, { ...all, env: ["staging", "production"], status: ["completed"] }, "started", {})).toBe(
      true,
    );
    expect(matchesFilters(run, { ...all, env: ["production"], status: ["failed"] }, "started", {})).toBe(false);
  });
  it("leaves out what it is not to be", () => {
    const run = aRun();
    expect(matchesFilters(run, { ...all, notStatus: ["failed"], notName: ["other"] }, "started", {})).toBe(true);
    expect(matchesFilters(run, { ...all, notStatus: ["failed", "completed"] }, "started", {})).toBe(false);
    expect(matchesFilters(run, { ...all, notService: ["orders"] }, "started", {})).toBe(false);
    expect(matchesFilters(run, { ...all, notName: ["processOrder"] }, "started", {})).toBe(false);
  });
  it("has no health of ended runs", () => {
    expect(matchesFilters(aRun(), { ...all, health: ["ok"] }, "started", {})).toBe(false);
    expect(matchesFilters(anOpenRun({}), { ...all, health: ["ok"] }, "started", {})).toBe(true);
  });
  it("searches ids and errors without regard to case", () => {
    const run = aRun({ errorMessage: "No Answer within 30 s" });
    expect(matchesFilters(run, { ...all, q: "no answer" }, "started", {})).toBe(true);
    expect(matchesFilters(run, { ...all, q: "ORD_1" }, "started", {})).toBe(true);
    const retried = { ...anOpenRun({}), reason: { stepName: "charge", text: "Bank closed" } };
    expect(matchesFilters(retried, { ...all, q: "bank" }, "started", {})).toBe(true);
    expect(matchesFilters(run, { ...all, q: "orders" }, "started", {})).toBe(false);
  });
  it("takes the shortest duration in and leaves the longest out", () => {
    const run = aRun({ durationMs: 2_000 });
    expect(matchesFilters(run, { ...all, atLeastMs: 2_000, belowMs: 2_001 }, "started", {})).toBe(true);
    expect(matchesFilters(run, { ...all, atLeastMs: 2_001 }, "started", {})).toBe(false);
    expect(matchesFilters(run, { ...all, belowMs: 2_000 }, "started", {})).toBe(false);
    expect(matchesFilters(anOpenRun({}), { ...all, belowMs: 2_000 }, "started", {})).toBe(false);
  });
  it("takes the beginning of a range in and leaves its end out", () => {
    const run = aRun();
    const start = "2026-11-12T14:00:00.000Z";
    expect(matchesFilters(run, all, "started", { from: start })).toBe(true);
    expect(matchesFilters(run, all, "started", { to: start })).toBe(false);
  });
  it("finds what was active in the range, though it began before", () => {
    const range = { from: "2026-11-12T14:00:05.000Z", to: "2026-11-12T14:00:06.000Z" };
    expect(matchesFilters(aRun(), all, "active", range)).toBe(true);
    expect(matchesFilters(aRun(), all, "started", range)).toBe(false);
    expect(matchesFilters(anOpenRun({}), all, "active", { from: "2027-01-01T00:00:00.000Z" })).toBe(true);
  });
  it("counts what is only queued from when it was first seen", () => {
    const queued = aRun({ status: "pending", startedAt: null, endedAt: null });
    expect(matchesFilters(queued, all, "active", { from: "2026-11-12T14:00:00.000Z" })).toBe(true);
    expect(matchesFilters(queued, all, "started", { to: "2026-11-12T14:00:00.000Z" })).toBe(false);
  });
  it("knows no end of what still goes on", () => {
    expect(matchesFilters(anOpenRun({}), all, "ended", { from: "2020-01-01T00:00:00.000Z" })).toBe(false);
  });
});

it("says how long runs took", () => {
  expect(tookWords({ atLeastMs: null, belowMs: null })).toBeNull();
  expect(tookWords({ atLeastMs: 1_000, belowMs: null })).toBe("1.0 s or more");
  expect(tookWords({ atLeastMs: null, belowMs: 2_000 })).toBe("below 2.0 s");
  expect(tookWords({ atLeastMs: 1_000, belowMs: 2_000 })).toBe("1.0 s or more and below 2.0 s");
});
