import type { Params } from "../../api/client";
import { readScope, resolveRange, type TimeRange } from "../../model/scope";
import { first, type Search, values } from "../../model/search";
import { PASSES, type Pass } from "../../model/stageFigures";

export type Source = "stage" | "step";
export type By = "stage" | "workflow";
export type Meaning = "open-now" | "never-completed";

/** Everything that this page shows, as its address says it. */
export interface StagesUrl {
  env: readonly string[];
  service: readonly string[];
  range: TimeRange;
  source: Source;
  by: By;
  workflow: readonly string[];
  meaning: Meaning;
  pass: Pass;
  /** whether rare ways are drawn, too */
  allWays: boolean;
  /** the ways also as a table */
  asTable: boolean;
  /** stages of which more than the most urgent are shown */
  more: readonly string[];
  /** the line whose distribution is open */
  shown: string | null;
  paths: number;
}

export const FEW_PATHS = 8;
export const MANY_PATHS = 100;

export function readStagesUrl(search: Search): StagesUrl {
  const { env, service, range } = readScope(search);
  const pass = first(search.pass);
  return {
    env,
    service,
    range,
    source: first(search.source) === "step" ? "step" : "stage",
    by: first(search.by) === "workflow" ? "workflow" : "stage",
    workflow: values(search.workflow),
    meaning: first(search.meaning) === "never-completed" ? "never-completed" : "open-now",
    pass: pass !== undefined && Object.hasOwn(PASSES, pass) ? (pass as Pass) : "first",
    allWays: first(search.ways) === "all",
    asTable: first(search.map) === "table",
    more: values(search.more),
    shown: first(search.shown) ?? null,
    paths: first(search.paths) === "all" ? MANY_PATHS : FEW_PATHS,
  };
}

/** What all questions of the page have in common, but for the time. */
export function stageParams({ source, env, service, workflow }: StagesUrl): Params {
  return { source, env, service, workflow };
}

export function stageParamsNow(url: StagesUrl, now: number): Params {
  return { ...stageParams(url), ...resolveRange(url.range, now) };
}
