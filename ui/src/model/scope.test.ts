import { describe, expect, it } from "vitest";
import {
  carryScope,
  limits,
  rangeLabel,
  rangeWords,
  readScope,
  resolveRange,
  scopeOnly,
  toggleEnvironment,
  writeRange,
} from "./scope";
import { parseSearch, stringifySearch } from "./search";

const now = Date.parse("2026-11-12T14:32:08.000Z");

it("is the last day of everything by default, and then not written", () => {
  const scope = readScope({});
  expect(scope).toEqual({ env: [], service: [], range: { kind: "last", span: "24h" }, zone: null });
  expect(stringifySearch(writeRange(scope.range))).toBe("");
});

it.each(["?from=-7d", "?from=all", "?from=2026-11-12T14:09:00Z", "?from=2026-11-12T14:09:00Z&to=2026-11-12T15:00:00Z"])(
  "writes a range as it was read: %s",
  (text) => {
    expect(stringifySearch(writeRange(readScope(parseSearch(text)).range))).toBe(text);
  },
);

it("reads every part of the scope", () => {
  expect(readScope(parseSearch("?env=prod&env=stg&service=orders&from=-7d&tz=Europe/Zurich"))).toEqual({
    env: ["prod", "stg"],
    service: ["orders"],
    range: { kind: "last", span: "7d" },
    zone: "Europe/Zurich",
  });
});

it("falls back where the address makes no sense", () => {
  expect(readScope({ from: "-99y" }).range).toEqual({ kind: "last", span: "24h" });
  expect(readScope({ from: "yesterday" }).range).toEqual({ kind: "last", span: "24h" });
  expect(readScope({ tz: "Mars/Olympus" }).zone).toBeNull();
});

it("turns a range into moments", () => {
  expect(resolveRange({ kind: "last", span: "15m" }, now)).toEqual({ from: "2026-11-12T14:17:08.000Z" });
  expect(resolveRange({ kind: "all" }, now)).toEqual({});
});

it("names a range", () => {
  expect(rangeLabel({ kind: "since", from: "2026-11-12T14:09:00Z" }, new Date(now), "UTC")).toBe("Since 14:09");
});

it("takes the scope along and leaves the page's own filters", () => {
  expect(stringifySearch(scopeOnly(parseSearch("?env=prod&status=failed&from=-1h")))).toBe("?env=prod&from=-1h");
});

it("says what it leaves, if not all", () => {
  expect(limits({ env: [], service: [] })).toEqual([]);
  expect(limits({ env: ["a", "b"], service: ["shop"] })).toEqual(["environment is a or b", "service is shop"]);
});

describe("switching environments", () => {
  const known = ["production", "staging", "development"];
  it("switches one off when all are on", () =>
    expect(toggleEnvironment([], "staging", known)).toEqual(["production", "development"]));
  it("says nothing when all are on again", () =>
    expect(toggleEnvironment(["production", "development"], "staging", known)).toEqual([]));
  it("shows all again when the last one goes off", () =>
    expect(toggleEnvironment(["staging"], "staging", known)).toEqual([]));
});

it("says a range inside a sentence without touching the names of months", () => {
  const now = new Date("2026-11-12T14:09:00Z");
  expect(rangeWords({ kind: "last", span: "24h" }, now, "UTC")).toBe("last 24 h");
  expect(rangeWords({ kind: "all" }, now, "UTC")).toBe("all time");
  expect(
    rangeWords({ kind: "between", from: "2020-01-01T00:00:00Z", to: "2020-02-01T00:00:00Z" }, now, "UTC"),
  ).toContain("Feb");
});

it("is carried into a page of one thing, and the zone into every page", () => {
  const search = { env: "production", service: ["a", "b"], from: "-7d", tz: "Asia/Tokyo", sort: "name" };
  expect(carryScope("/runs/production/a/1%2F2?run=2", search)).toBe(
    "/runs/production/a/1%2F2?run=2&env=production&service=a&service=b&from=-7d&tz=Asia/Tokyo",
  );
  expect(carryScope("/runs?env=staging", search)).toBe("/runs?env=staging&tz=Asia/Tokyo");
  expect(carryScope("/sessions/x?from=2026-11-12T00:00:00Z", { from: "-7d", to: "x" })).toBe(
    "/sessions/x?from=2026-11-12T00:00:00Z",
  );
  expect(carryScope("/runs?tz=UTC", search)).toBe("/runs?tz=UTC");
  expect(carryScope("/runs?q=a", { q: "b" })).toBe("/runs?q=a");
  expect(carryScope("https://elsewhere.example/", search)).toBe("https://elsewhere.example/");
});
