import { type RunFilters, tookWords } from "./runFilters";
import type { TimeRange } from "./scope";
import type { Search } from "./search";

/** When nothing matches: each filter that could be dropped, in words, with the question that would be left. */
export interface Droppable {
  words: string;
  patch: Search;
  filters: RunFilters;
  range: TimeRange;
}

export function droppable(filters: RunFilters, range: TimeRange, rangeWords: string): Droppable[] {
  const list: Droppable[] = [];
  const add = (words: string, patch: Search, without: Partial<RunFilters>) =>
    list.push({ words, patch, filters: { ...filters, ...without }, range });
  if (filters.status.length + filters.health.length > 0) {
    const said = [...filters.health, ...(filters.health.length > 0 ? [] : filters.status)];
    add(`status is ${said.join(" or ")}`, { status: undefined, health: undefined }, { status: [], health: [] });
  }
  if (filters.name.length > 0) add(`name is ${filters.name.join(" or ")}`, { name: undefined }, { name: [] });
  const took = tookWords(filters);
  if (took !== null)
    add(`duration is ${took}`, { atLeastMs: undefined, belowMs: undefined }, { atLeastMs: null, belowMs: null });
  if (filters.q !== "") add(`the search for “${filters.q}”`, { q: undefined }, { q: "" });
  if (filters.env.length > 0) add(`environment is ${filters.env.join(" or ")}`, { env: undefined }, { env: [] });
  if (filters.service.length > 0)
    add(`service is ${filters.service.join(" or ")}`, { service: undefined }, { service: [] });
  if (filters.notStatus.length > 0)
    add(`status is not ${filters.notStatus.join(" or ")}`, { notStatus: undefined }, { notStatus: [] });
  if (filters.notName.length > 0)
    add(`name is not ${filters.notName.join(" or ")}`, { notName: undefined }, { notName: [] });
  if (filters.notService.length > 0)
    add(`service is not ${filters.notService.join(" or ")}`, { notService: undefined }, { notService: [] });
  if (range.kind !== "all") {
    list.push({ words: rangeWords, patch: { from: "all", to: undefined }, filters, range: { kind: "all" } });
  }
  return list;
}
