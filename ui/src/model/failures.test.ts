import { describe, expect, it } from "vitest";
import type { Failure, FailureGroup } from "../api/failures";
import {
  compareFrequencies,
  dailyCounts,
  failedRunsIn,
  failedRunsOf,
  failureHref,
  failureWords,
  groupPlaces,
  inOrder,
  lastCell,
  messageParts,
  newestWords,
  noFailureWords,
  partedLabels,
  rangeOfFailures,
  rateChart,
  rateQuestion,
  sortGroups,
  spreadWords,
  sumOf,
  unresolvedWords,
} from "./failures";

const NOW = Date.parse("2026-11-18T12:00:00Z");
const MINUTE = 60_000;
const DAY = 86_400_000;

const failure: Failure = {
  runId: "r1",
  runSeq: 2,
  env: "production",
  serviceKey: "orders",
  workflowId: "ord/1",
  workflowName: "processOrder",
  errorMessage: "no answer",
  errorStepName: "charge-card",
  errorAttempt: 5,
  errorCode: "TIMEOUT",
  failedAt: "2026-11-18T11:00:00Z",
  completedSteps: [],
  attempts: 5,
  signatureId: null,
  inbox: "open",
  recoveredAt: null,
  recoveredBy: null,
  takenBy: null,
  takenAt: null,
  note: null,
  closedAt: null,
};

const group = (change: Partial<FailureGroup>): FailureGroup => ({
  signatureId: "s1",
  state: "new",
  message: "no answer within # ms",
  errorCode: null,
  phase: null,
  count: 1,
  firstSeenAt: null,
  lastSeenAt: null,
  resolvedAt: null,
  environments: [],
  services: [],
  workflows: [],
  steps: [],
  trend: { from: "2026-11-18T11:00:00Z", bucketMs: MINUTE, counts: [] },
  recovered: 0,
  open: 0,
  taken: 0,
  mttrP50Seconds: null,
  mttrP95Seconds: null,
  usualPerDay: null,
  outsideUsual: false,
  sentence: "",
  likelyCause: null,
  suggestedAction: null,
  remediationUrl: null,
  ...change,
});

describe("messages", () => {
  it("tell what differs from one failure to the next", () =>
    expect(messageParts("POST <path> failed after # ms")).toEqual([
      { text: "POST ", isPlaceholder: false },
      { text: "path", isPlaceholder: true },
      { text: " failed after ", isPlaceholder: false },
      { text: "n", isPlaceholder: true },
      { text: " ms", isPlaceholder: false },
    ]));

  it("keep what only looks like a placeholder", () =>
    expect(messageParts("unexpected <html>")).toEqual([{ text: "unexpected <html>", isPlaceholder: false }]));

  it("of a run begin with its step", () => {
    expect(failureWords(failure)).toBe("charge-card: no answer");
    expect(failureWords({ ...failure, errorStepName: null, errorMessage: null })).toBe("TIMEOUT");
    expect(failureWords({ ...failure, errorStepName: null, errorMessage: null, errorCode: null })).toBe(
      "no error was told",
    );
  });
});

describe("a range", () => {
  it("is always asked for with a beginning, or the server would take a day", () => {
    expect(rangeOfFailures({ kind: "all" }, NOW)).toEqual({ from: "1970-01-01T00:00:00.000Z" });
    expect(rangeOfFailures({ kind: "last", span: "1h" }, NOW)).toEqual({ from: "2026-11-18T11:00:00.000Z" });
  });

  it("is cut into stretches that can be seen", () => {
    expect(rateQuestion({ kind: "last", span: "24h" }, NOW).bucket).toBe("15m");
    expect(rateQuestion({ kind: "last", span: "7d" }, NOW).bucket).toBe("1h");
    expect(rateQuestion({ kind: "last", span: "30d" }, NOW).bucket).toBe("1d");
    expect(rateQuestion({ kind: "all" }, NOW)).toEqual({
      from: new Date(NOW - 90 * DAY).toISOString(),
      bucket: "1d",
    });
  });
});

describe("the rate", () => {
  const chart = rateChart(
    {
      from: "2026-11-18T11:05:00Z",
      to: "2026-11-18T12:00:00Z",
      bucketMs: 15 * MINUTE,
      items: [
        { env: "other", buckets: [] },
        {
          env: "staging",
          buckets: [
            { from: "2026-11-18T11:00:00Z", ended: 20, failed: 1 },
            { from: "2026-11-18T11:30:00Z", ended: 10, failed: 1 },
          ],
        },
        { env: "production", buckets: [{ from: "2026-11-18T11:45:00Z", ended: 100, failed: 0 }] },
      ],
    },
    ["production", "staging"],
  );

  it("has a column for each stretch, from the one that the range begins in", () =>
    expect(chart.stretches.map((at) => new Date(at).toISOString().slice(11, 16))).toEqual([
      "11:00",
      "11:15",
      "11:30",
      "11:45",
    ]));

  it("has a gap where nothing ended, and nought where nothing failed", () => {
    expect(chart.lines.map(({ env }) => env)).toEqual(["production", "staging", "other"]);
    expect(chart.lines[0]?.cells).toEqual([null, null, null, { ended: 100, failed: 0 }]);
    expect(chart.lines[1]?.cells).toEqual([{ ended: 20, failed: 1 }, null, { ended: 10, failed: 1 }, null]);
    expect(chart.lines[2]?.cells).toEqual([null, null, null, null]);
  });

  it("reaches to the next round share", () => expect(chart.top).toBe(0.1));

  it("is summed by counts, never by shares", () => {
    expect(sumOf(chart.lines[1]?.cells ?? [])).toEqual({ ended: 30, failed: 2 });
    expect(lastCell(chart.lines[1]?.cells ?? [])).toEqual({ ended: 10, failed: 1 });
    expect(lastCell([null])).toBeNull();
  });

  it("leads to the failed runs of a stretch", () =>
    expect(failedRunsIn({ env: "staging" }, Date.parse("2026-11-18T11:00:00Z"), 15 * MINUTE)).toBe(
      "/runs?env=staging&from=2026-11-18T11:00:00.000Z&to=2026-11-18T11:15:00.000Z&status=failed&basis=ended&runs=all",
    ));
});

describe("labels at the ends of lines", () => {
  it("stay where they are if there is room", () => expect(partedLabels([10, 60], 17, 84)).toEqual([10, 60]));

  it("move apart, and stay inside", () => {
    expect(partedLabels([40, 40], 17, 84)).toEqual([40, 57]);
    expect(partedLabels([84, 84, 84], 17, 84)).toEqual([50, 67, 84]);
  });
});

it("shows environments in the order of everywhere", () =>
  expect(inOrder([{ env: "b" }, { env: "staging" }, { env: "a" }], ["staging"]).map(({ env }) => env)).toEqual([
    "staging",
    "a",
    "b",
  ]));

it("leads to the run that failed, not to a later one of the same id", () =>
  expect(failureHref(failure, { tab: "compare" })).toBe("/runs/production/orders/ord%2F1?run=2&tab=compare"));

it("leads to the failed runs of a workflow", () =>
  expect(failedRunsOf({ env: "production", from: "-7d" }, "processOrder")).toBe(
    "/runs?env=production&from=-7d&name=processOrder&status=failed&basis=ended&runs=all",
  ));

it("compares workflows by environment, most failures first", () => {
  const item = (env: string, workflowName: string, failureCount: number) => ({
    env,
    serviceKey: "orders",
    workflowName,
    failureCount,
    uniqueErrors: 1,
  });
  const rows = compareFrequencies(
    [item("production", "b", 3), item("staging", "a", 2), item("staging", "b", 1), item("gone", "b", 9)],
    ["production", "staging"],
  );
  expect(rows.map(({ workflowName, total }) => [workflowName, total])).toEqual([
    ["b", 4],
    ["a", 2],
  ]);
  expect(rows[1]?.cells).toEqual([null, { failureCount: 2, uniqueErrors: 1 }]);
});

it("says whether it happens only here", () => {
  const known = ["production", "staging"];
  const environments = [{ env: "production", count: 3 }];
  expect(spreadWords(group({ environments }), known)).toBe("Only in production, not in staging.");
  expect(spreadWords(group({ environments }), ["production"])).toBe("In production.");
  expect(spreadWords(group({ environments: [...environments, { env: "staging", count: 1 }] }), known)).toBe(
    "In all environments.",
  );
  expect(spreadWords(group({}), known)).toBe("In no environment within this range.");
});

it("says where a group was seen", () => {
  expect(groupPlaces(group({ services: ["orders"], workflows: ["processOrder"], steps: ["charge-card"] }))).toBe(
    "orders / processOrder, charge-card",
  );
  expect(groupPlaces(group({ services: ["orders"] }))).toBe("orders");
});

it("sorts groups by what is asked for, and leaves urgency to the server", () => {
  const groups = [
    group({ signatureId: "urgent", count: 1, lastSeenAt: "2026-11-18T11:00:00Z" }),
    group({ signatureId: "many", count: 9, lastSeenAt: null }),
    group({ signatureId: "last", count: 1, lastSeenAt: "2026-11-18T11:30:00Z" }),
  ];
  const ids = (sort: "urgent" | "runs" | "seen") => sortGroups(groups, sort).map(({ signatureId }) => signatureId);
  expect(ids("urgent")).toEqual(["urgent", "many", "last"]);
  expect(ids("runs")).toEqual(["many", "urgent", "last"]);
  expect(ids("seen")).toEqual(["last", "urgent", "many"]);
});

it("counts day by day up to today", () => {
  const counts = dailyCounts(
    [
      { from: "2026-11-18T00:00:00Z", count: 4 },
      { from: "2026-11-16T00:00:00Z", count: 2 },
      { from: "2026-01-01T00:00:00Z", count: 9 },
    ],
    NOW,
    3,
  );
  expect(counts).toEqual([2, 0, 4]);
});

it("says what is still somebody's business", () => {
  expect(unresolvedWords({ open: 0, taken: 0 })).toBe("None of them is open.");
  expect(unresolvedWords({ open: 2, taken: 1 })).toBe("2 open, 1 taken.");
});

it("leads to all runs of a group, or to the only one", () => {
  expect(newestWords({ count: 4 })).toBe("All 4 runs");
  expect(newestWords({ count: 1 })).toBe("What became of it");
});

it("says that nothing failed", () => {
  expect(noFailureWords({ kind: "last", span: "24h" }, "Last 24 h")).toBe("No failure in 24 h.");
  expect(noFailureWords({ kind: "all" }, "All time")).toBe("No run has failed yet.");
});
