import { expect, it } from "vitest";
import { parseSearch } from "../../model/search";
import { FEW_PATHS, MANY_PATHS, readStagesUrl, stageParamsNow } from "./url";

it("shows stages of the last day, what is open now and first passes when the address says nothing", () =>
  expect(readStagesUrl({})).toEqual({
    env: [],
    service: [],
    range: { kind: "last", span: "24h" },
    source: "stage",
    by: "stage",
    workflow: [],
    meaning: "open-now",
    pass: "first",
    allWays: false,
    asTable: false,
    more: [],
    shown: null,
    paths: FEW_PATHS,
  }));

it("reads everything from the address", () =>
  expect(
    readStagesUrl(
      parseSearch(
        "?env=a&service=b&from=all&source=step&by=workflow&workflow=x&workflow=y&meaning=never-completed&pass=span&ways=all&map=table&more=qc&shown=qc&paths=all",
      ),
    ),
  ).toEqual({
    env: ["a"],
    service: ["b"],
    range: { kind: "all" },
    source: "step",
    by: "workflow",
    workflow: ["x", "y"],
    meaning: "never-completed",
    pass: "span",
    allWays: true,
    asTable: true,
    more: ["qc"],
    shown: "qc",
    paths: MANY_PATHS,
  }));

it("takes nonsense for the usual", () =>
  expect(readStagesUrl(parseSearch("?source=x&by=x&meaning=x&pass=toString&ways=x&paths=x"))).toEqual(
    readStagesUrl({}),
  ));

it("asks for the range as it is now", () =>
  expect(
    stageParamsNow(readStagesUrl(parseSearch("?from=-1h&workflow=x")), Date.parse("2026-11-12T14:00:00Z")),
  ).toEqual({
    source: "stage",
    env: [],
    service: [],
    workflow: ["x"],
    from: "2026-11-12T13:00:00.000Z",
  }));
