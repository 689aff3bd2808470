import { expect, it } from "vitest";
import { queryString } from "../../api/client";
import { parseSearch } from "../../model/search";
import { atNow, behind, listParams, ofGroup, readSessionsUrl, toggled } from "./url";

it("shows all sessions of the last day by orchestrator when the address says nothing", () =>
  expect(readSessionsUrl({})).toEqual({
    env: [],
    service: [],
    range: { kind: "last", span: "24h" },
    by: "orchestrator",
    names: { gateway: [], orchestrator: [], model: [], gpu: [], pipeline: [] },
    outcome: [],
    activity: [],
    swapped: null,
    q: "",
  }));

it("takes nonsense for the usual", () =>
  expect(readSessionsUrl(parseSearch("?by=toString&outcome=x&activity=y&swapped=z"))).toEqual(readSessionsUrl({})));

it("asks for everything that the address says", () => {
  const url = readSessionsUrl(
    parseSearch("?env=a&service=b&gateway=g&gateway=h&model=&outcome=unexcused&activity=idle&swapped=true&q=x"),
  );
  expect(queryString(atNow(listParams(url), url.range, Date.parse("2026-11-12T14:00:00Z")))).toBe(
    "?env=a&service=b&gateway=g&gateway=h&model=&outcome=unexcused&activity=idle&swapped=true&q=x&from=2026-11-11T14%3A00%3A00.000Z",
  );
});

it("leads to the sessions behind a number, within the same scope and names", () =>
  expect(
    behind(parseSearch("?env=a&from=-1h&gateway=g&outcome=success&q=x"), {
      ...ofGroup("gpu", { group: null }),
      outcome: "unexcused",
    }),
  ).toBe("/sessions?env=a&from=-1h&gateway=g&gpu=&outcome=unexcused#list"));

it("has no filter for a region", () => expect(ofGroup("region", { group: null })).toEqual({}));

it("switches one value on and off", () => {
  expect(toggled(["a"], "b")).toEqual(["a", "b"]);
  expect(toggled(["a"], "a")).toBeUndefined();
});
