import { expect, it } from "vitest";
import { queryString } from "../../api/client";
import { parseSearch } from "../../model/search";
import { listParamsNow, readStageWorkflowsUrl, stagesHref } from "./url";

const NOW = Date.parse("2026-11-12T14:00:00Z");
const asked = (search: string) => queryString(listParamsNow(readStageWorkflowsUrl(parseSearch(search)), NOW));

it("lists every stage of the last day when the address says nothing", () =>
  expect(readStageWorkflowsUrl({})).toEqual({
    env: [],
    service: [],
    range: { kind: "last", span: "24h" },
    source: "stage",
    workflow: [],
    stage: [],
    selection: {},
  }));

it("asks for everything that the address says", () => {
  expect(asked("?env=a&service=b&from=-1h&source=step&workflow=x&workflow=y&stage=qc&is=reworked")).toBe(
    "?source=step&env=a&service=b&workflow=x&workflow=y&stage=qc&is=reworked&from=2026-11-12T13%3A00%3A00.000Z",
  );
  expect(asked("?from=all&figure=per-pass&atLeastMs=10&belowMs=20")).toBe(
    "?source=stage&figure=per-pass&atLeastMs=10&belowMs=20",
  );
  expect(asked("?from=all&stage=cut&fromStage=qc&back=false")).toBe("?source=stage&stage=cut&fromStage=qc&back=false");
  expect(asked("?from=all&variant=any&is=open-now")).toBe("?source=stage&is=open-now&variant=any");
});

it("takes nonsense, and what lacks what it belongs to, for nothing", () =>
  expect(
    readStageWorkflowsUrl(parseSearch("?is=toString&figure=nothing&atLeastMs=1&belowMs=2&back=true")).selection,
  ).toEqual({}));

it("takes no time that is not a number", () =>
  expect(readStageWorkflowsUrl(parseSearch("?figure=span&atLeastMs=-1&belowMs=1e9")).selection).toEqual({
    figure: "span",
  }));

it("leads back to the stages of the same scope", () =>
  expect(stagesHref(parseSearch("?env=a&from=-1h&source=step&workflow=x&stage=qc&is=missed"))).toBe(
    "/stages?env=a&from=-1h&source=step&workflow=x",
  ));
