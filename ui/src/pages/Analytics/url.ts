import type { Counted } from "../../model/analytics";
import { type Bounds, figureRange } from "../../model/metricRange";
import type { HeatBy } from "../../model/retries";
import { readScope, type TimeRange } from "../../model/scope";
import { first, type Search, values } from "../../model/search";

/** Everything that this page shows, as its address says it. */
export interface AnalyticsUrl {
  env: readonly string[];
  service: readonly string[];
  name: readonly string[];
  range: TimeRange;
  /** what of a run lies in the range */
  counted: Counted;
  /** beside the range of equal length before */
  isCompared: boolean;
  /** all workflows, not only the first of them */
  isWhole: boolean;
  heatBy: HeatBy;
  /** which two environments stand side by side */
  pair: readonly string[];
}

export function readAnalyticsUrl(search: Search): AnalyticsUrl {
  const { env, service, range } = readScope(search);
  return {
    env,
    service,
    name: values(search.name),
    range,
    counted: first(search.basis) === "started" ? "started" : "ended",
    isCompared: first(search.compare) !== "none",
    isWhole: first(search.workflows) === "all",
    heatBy: first(search.retries) === "service" ? "service" : "step",
    pair: values(search.pair),
  };
}

/** What a link from here to a list of runs takes along; a chart adds what it is of. */
export const runsScope = (search: Search, { counted }: Pick<AnalyticsUrl, "counted">): Search => ({
  env: search.env,
  service: search.service,
  name: search.name,
  ...figureRange(search),
  tz: search.tz,
  basis: counted,
  runs: "all",
});

/** What every part of the page is given. */
export interface SectionUrl {
  url: AnalyticsUrl;
  bounds: Bounds;
  /** the range, in words inside a sentence */
  range: string;
}
