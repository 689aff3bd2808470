import type { Params } from "../../api/client";
import { SURFACES, type Surface } from "../../api/signals";
import { readScope, resolveRange, type TimeRange } from "../../model/scope";
import { first, type Search, values } from "../../model/search";
import { type Bounds, KEPT_MS } from "../../model/ttfs";

/** Everything that this page shows, as its address says it. */
export interface SignalsUrl {
  range: TimeRange;
  /** empty for all */
  surface: readonly Surface[];
  /** every hour in the table, not only those in which the objective was missed */
  allHours: boolean;
}

export function readSignalsUrl(search: Search): SignalsUrl {
  return {
    range: readScope(search).range,
    surface: SURFACES.filter((surface) => values(search.surface).includes(surface)),
    allHours: first(search.hours) === "all",
  };
}

/** All time is as long as telemetry is kept. */
export function boundsOf(range: TimeRange, now: number): Bounds {
  const { from, to } = resolveRange(range, now);
  const end = to === undefined ? now : Date.parse(to);
  return { from: from === undefined ? now - KEPT_MS : Date.parse(from), to: Math.max(end, 0) };
}

export const ttfsParams = ({ surface }: Pick<SignalsUrl, "surface">, { from, to }: Bounds): Params => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  surface,
});
