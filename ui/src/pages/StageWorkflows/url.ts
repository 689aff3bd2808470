import type { Params } from "../../api/client";
import { readScope, resolveRange, scopeOnly, type TimeRange } from "../../model/scope";
import { first, type Search, some, stringifySearch, values } from "../../model/search";
import { FIGURES, type Figure, KINDS, type Kind, type Selection } from "../../model/stagesBehind";

/** Everything that this page shows, as its address says it. */
export interface StageWorkflowsUrl {
  env: readonly string[];
  service: readonly string[];
  range: TimeRange;
  source: "stage" | "step";
  workflow: readonly string[];
  stage: readonly string[];
  selection: Selection;
}

export function readStageWorkflowsUrl(search: Search): StageWorkflowsUrl {
  const { env, service, range } = readScope(search);
  return {
    env,
    service,
    range,
    source: first(search.source) === "step" ? "step" : "stage",
    workflow: values(search.workflow),
    stage: values(search.stage),
    selection: readSelection(search),
  };
}

/** What stands alone, without what it belongs to, is left out: there is nothing that it could mean. */
function readSelection(search: Search): Selection {
  const is = first(search.is);
  const figure = first(search.figure);
  const fromStage = first(search.fromStage);
  const back = first(search.back);
  const variant = first(search.variant);
  const selection: Selection = {};
  if (is !== undefined && Object.hasOwn(KINDS, is)) selection.is = is as Kind;
  if (figure !== undefined && Object.hasOwn(FIGURES, figure)) {
    selection.figure = figure as Figure;
    const atLeastMs = readMs(search.atLeastMs);
    const belowMs = readMs(search.belowMs);
    if (atLeastMs !== undefined) selection.atLeastMs = atLeastMs;
    if (belowMs !== undefined) selection.belowMs = belowMs;
  }
  if (fromStage !== undefined) {
    selection.fromStage = fromStage;
    if (back === "true" || back === "false") selection.back = back === "true";
  }
  if (variant !== undefined) selection.variant = variant;
  return selection;
}

function readMs(value: Search[string]): number | undefined {
  const text = first(value);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

export function listParams({ source, env, service, workflow, stage, selection }: StageWorkflowsUrl): Params {
  const { back, ...rest } = selection;
  return { source, env, service, workflow, stage, ...rest, ...(back === undefined ? {} : { back: String(back) }) };
}

export const listParamsNow = (url: StageWorkflowsUrl, now: number): Params => ({
  ...listParams(url),
  ...resolveRange(url.range, now),
});

/** The page on stages, in the same scope. */
export const stagesHref = (search: Search): string =>
  `/stages${stringifySearch({ ...scopeOnly(search), source: first(search.source), workflow: some(values(search.workflow)) })}`;
