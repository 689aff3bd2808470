import { describe, expect, it } from "vitest";
import { eventsDue, type Opening, opened, TIMEOUT_MS } from "./signalTelemetry";

const AROUND = { networkState: "4g", device: "desktop", release: "0.1.0" };
const AT = Date.parse("2026-11-12T14:00:00Z");
const opening = (given: Partial<Opening>): Opening => ({
  ...opened("o1", AT),
  job: { jobId: "j1", runId: "r1" },
  ...given,
});
const painted = { ms: 812.4, kind: "failed", phase: "fetch" } as const;
const found = { source: "snapshot", cacheHit: true, ms: 900, trace: null } as const;
const due = (given: Partial<Opening>, told: string[] = []) =>
  eventsDue(opening(given), AROUND, new Set(told as never[]));
const types = (given: Partial<Opening>, told: string[] = []) =>
  due(given, told).map(({ eventType, ttfsMs }) => `${eventType.slice(7)} ${ttfsMs}`);

describe("what is told of the opening of a run", () => {
  it("is nothing while it is not known which job it is", () =>
    expect(types({ job: null, painted, found, late: true })).toEqual([]));

  it("is its start at once", () => {
    expect(types({})).toEqual(["start 0"]);
    expect(due({})[0]).toEqual({
      eventType: "signal.start",
      timestamp: "2026-11-12T14:00:00.000Z",
      jobId: "j1",
      runId: "r1",
      surface: "ui",
      ttfsMs: 0,
      cacheHit: false,
      networkState: "4g",
      device: "desktop",
      release: "0.1.0",
      correlationId: "o1",
    });
  });

  it("is when the signal was seen, as soon as it is known where it came from", () => {
    expect(types({ painted })).toEqual(["start 0"]);
    expect(types({ painted, found })).toEqual(["start 0", "cache_hit 812", "rendered 812"]);
    const trace = { traceId: "a".repeat(32), spanId: "b".repeat(16) };
    expect(due({ painted, found: { ...found, trace } }).at(-1)).toMatchObject({
      timestamp: "2026-11-12T14:00:00.812Z",
      cacheHit: true,
      signalSource: "snapshot",
      kind: "failed",
      phase: "fetch",
      ...trace,
    });
  });

  it("tells a computed signal from a stored one, and a guess from both", () => {
    const miss = { ...found, cacheHit: false } as const;
    expect(types({ painted, found: { ...miss, source: "cold_start" } })[1]).toBe("cold_start 812");
    expect(types({ painted, found: { ...miss, source: "failure_index" } })).toEqual(["start 0", "rendered 812"]);
  });

  it("does not wait for the source when that failed, or when the person goes on", () => {
    expect(types({ painted, failed: { ms: 900, code: "x", message: "" } })).toEqual(["start 0", "rendered 812"]);
    expect(types({ painted, left: true })).toEqual(["start 0", "rendered 812"]);
  });

  it("is a timeout when nothing came, and still when it came at last", () => {
    expect(types({ late: true })).toEqual(["start 0", `timeout ${TIMEOUT_MS}`]);
    expect(types({ late: true, painted: { ...painted, ms: 7_000 }, found })).toContain("rendered 7000");
  });

  it("is an error with code and message, cut where it would never end", () => {
    const [, error] = due({ failed: { ms: 300, code: "unreachable", message: "x".repeat(9_999) } });
    expect(error).toMatchObject({ eventType: "signal.error", ttfsMs: 300, errorCode: "unreachable" });
    expect(error?.errorMessage).toHaveLength(500);
  });

  it("is nothing when nobody was looking", () => {
    expect(types({ unseen: true, late: true })).toEqual([]);
    expect(types({ unseen: true, painted, found })).toContain("rendered 812");
  });

  it("is each thing only once", () =>
    expect(types({ painted, found }, ["signal.start", "signal.cache_hit"])).toEqual(["rendered 812"]));
});
