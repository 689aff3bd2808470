import { expect, it } from "vitest";
import { parseSearch } from "../../model/search";
import { readAnalyticsUrl, runsScope } from "./url";

it("without anything it is of runs that ended, against the range before", () =>
  expect(readAnalyticsUrl({})).toEqual({
    env: [],
    service: [],
    name: [],
    range: { kind: "last", span: "24h" },
    counted: "ended",
    isCompared: true,
    isWhole: false,
    heatBy: "step",
    pair: [],
  }));

it("all that can be chosen is in the address", () =>
  expect(
    readAnalyticsUrl(
      parseSearch("?name=a&name=b&basis=started&compare=none&workflows=all&retries=service&pair=x&pair=y&from=-7d"),
    ),
  ).toMatchObject({
    name: ["a", "b"],
    counted: "started",
    isCompared: false,
    isWhole: true,
    heatBy: "service",
    pair: ["x", "y"],
    range: { span: "7d" },
  }));

it("a link to runs asks for the same runs, and for nothing of the page's own", () =>
  expect(runsScope(parseSearch("?env=e&name=n&from=-7d&workflows=all&compare=none"), { counted: "started" })).toEqual({
    env: "e",
    service: undefined,
    name: "n",
    from: "-7d",
    to: undefined,
    tz: undefined,
    basis: "started",
    runs: "all",
  }));
