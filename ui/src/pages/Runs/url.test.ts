import { expect, it } from "vitest";
import { parseSearch } from "../../model/search";
import { DEFAULT_COLUMNS } from "./columnIds";
import { filterParams, readRunsUrl, writeColumns } from "./url";

it("shows what was active in the last day, newest event first, when the address says nothing", () => {
  const url = readRunsUrl({});
  expect(url).toMatchObject({
    sort: "lastEvent",
    order: "desc",
    basis: "active",
    range: { kind: "last", span: "24h" },
  });
  expect(url.columns).toBe(DEFAULT_COLUMNS);
});

it("reads every filter", () => {
  const url = readRunsUrl(
    parseSearch(
      "?status=failed&status=cancelled&health=stalled&name=a&q=x&env=prod&service=s&notStatus=paused&notName=b&notService=t&atLeastMs=10&belowMs=soon",
    ),
  );
  expect(url.filters).toEqual({
    env: ["prod"],
    service: ["s"],
    status: ["failed", "cancelled"],
    health: ["stalled"],
    name: ["a"],
    notService: ["t"],
    notStatus: ["paused"],
    notName: ["b"],
    atLeastMs: 10,
    belowMs: null,
    q: "x",
    runs: null,
  });
});

it("leaves out columns that do not exist and orders that make no sense", () => {
  const url = readRunsUrl(parseSearch("?columns=why,nonsense,why,status&sort=nonsense&order=up"));
  expect(url.columns).toEqual(["why", "status"]);
  expect(url).toMatchObject({ sort: "lastEvent", order: "desc" });
});

it("writes only what differs from the usual columns", () => {
  expect(writeColumns(DEFAULT_COLUMNS)).toBeUndefined();
  expect(writeColumns(["why", "status"])).toBe("why,status");
});

it("asks the server about time only if there is a range", () => {
  const { filters } = readRunsUrl({});
  expect(filterParams(filters, "active", {})).not.toHaveProperty("from");
  expect(filterParams(filters, "active", {}).basis).toBeUndefined();
  expect(filterParams(filters, "ended", { from: "2026-11-12T14:00:00.000Z" })).toMatchObject({ basis: "ended" });
});
