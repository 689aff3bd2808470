import { expect, it } from "vitest";
import { queryString } from "../../api/client";
import { parseSearch } from "../../model/search";
import { boundsOf, readSignalsUrl, ttfsParams } from "./url";

const NOW = Date.parse("2026-11-12T14:00:00Z");

it("shows all surfaces of the last day when the address says nothing, or nonsense", () => {
  expect(readSignalsUrl({})).toEqual({ range: { kind: "last", span: "24h" }, surface: [], allHours: false });
  expect(readSignalsUrl(parseSearch("?surface=tv&hours=some"))).toEqual(readSignalsUrl({}));
});

it("asks for everything that the address says", () => {
  const url = readSignalsUrl(parseSearch("?surface=ci&surface=ui&from=-1h&hours=all"));
  expect(url).toMatchObject({ surface: ["ui", "ci"], allHours: true });
  expect(queryString(ttfsParams(url, boundsOf(url.range, NOW)))).toBe(
    "?from=2026-11-12T13%3A00%3A00.000Z&to=2026-11-12T14%3A00%3A00.000Z&surface=ui&surface=ci",
  );
});

it("goes back as far as telemetry is kept when all of it is asked for", () =>
  expect(boundsOf({ kind: "all" }, NOW)).toEqual({ from: NOW - 90 * 86_400_000, to: NOW }));
