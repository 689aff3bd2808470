import type { RunItem } from "../api/types";
import { withKnown } from "./estimate";

/**
 * What live changes do to a list that someone reads: a row that is there changes in place, nothing moves, nothing is
 * removed, and what is new only gets counted.
 */
export function patchPages<P extends { items: RunItem[] }>(pages: readonly P[], changed: readonly RunItem[]): P[] {
  const byId = new Map(changed.map((run) => [run.id, run]));
  return pages.map((page) => {
    if (!page.items.some((run) => byId.has(run.id))) return page;
    return { ...page, items: page.items.map((run) => newer(run, byId.get(run.id))) };
  });
}

/** Where all runs of an id are listed, each is a row for itself and leads to itself. */
export const eachForItself = (runs: readonly RunItem[]): RunItem[] =>
  runs.map((run) => ({ ...run, id: `${run.id}.${run.runSeq}`, leadsTo: run.runSeq }));

/** A page that was loaded a moment ago may know more than a change that was under way. */
function newer(shown: RunItem, change: RunItem | undefined): RunItem {
  if (change === undefined) return shown;
  if (change.updatedAt !== null && shown.updatedAt !== null && change.updatedAt < shown.updatedAt) return shown;
  return withKnown(change, shown);
}

/** Pages overlap when rows move between loading one and the next: each run is shown once, where it came first. */
export function withoutRepeats(runs: Iterable<RunItem>): RunItem[] {
  const seen = new Set<string>();
  const once: RunItem[] = [];
  for (const run of runs) {
    if (seen.has(run.id)) continue;
    seen.add(run.id);
    once.push(run);
  }
  return once;
}
