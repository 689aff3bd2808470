import type { Counts } from "../api/types";

/** What one environment counts, of the runs that the filters leave. */
export interface EnvironmentCounts {
  env: string;
  byStatus: Counts;
  /** of runs that are running or paused */
  byHealth: Counts;
  /** of runs that are queued */
  queuedByHealth: Counts;
  byName: Counts;
  failedByName: Counts;
}

/** How many of how many failed; not known exactly where counting stopped. */
export interface FailedShare {
  failed: number;
  runs: number;
  exact: boolean;
}

export interface ComparedName {
  name: string;
  /** one per environment, in their order; null where there is no such run */
  shares: (FailedShare | null)[];
}

/** Every workflow beside itself in the other environments: the greatest differences first, then the most runs. */
export function compareNames(environments: readonly EnvironmentCounts[]): ComparedName[] {
  const names = new Set(environments.flatMap(({ byName }) => byName.items.map((item) => item.value)));
  return [...names]
    .map((name) => ({ name, shares: environments.map((one) => shareOf(one, name)) }))
    .sort((a, b) => spread(b) - spread(a) || runs(b) - runs(a) || a.name.localeCompare(b.name));
}

function shareOf({ byName, failedByName }: EnvironmentCounts, name: string): FailedShare | null {
  const all = byName.items.find((item) => item.value === name);
  if (all === undefined || (all.count === 0 && !all.capped)) return null;
  const failed = failedByName.items.find((item) => item.value === name);
  return { failed: failed?.count ?? 0, runs: all.count, exact: !all.capped && failed?.capped !== true };
}

export const rateOf = ({ failed, runs }: FailedShare): number => (runs === 0 ? 0 : failed / runs);

/** Of fewer runs, a share says more than is known. */
export const TELLING = 20;

function spread({ shares }: ComparedName): number {
  const rates = shares.flatMap((share) => (share?.exact && share.runs >= TELLING ? [rateOf(share)] : []));
  return rates.length < 2 ? 0 : Math.max(...rates) - Math.min(...rates);
}

const runs = ({ shares }: ComparedName) => shares.reduce((sum, share) => sum + (share?.runs ?? 0), 0);

/** 3.5 %, <0.1 %, none. */
export function percent(rate: number): string {
  if (rate === 0) return "0 %";
  if (rate < 0.001) return "<0.1 %";
  return `${(rate * 100).toFixed(rate < 0.1 ? 1 : 0)} %`;
}
