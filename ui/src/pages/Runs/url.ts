import type { Params } from "../../api/client";
import type { Basis, RunFilters } from "../../model/runFilters";
import { readScope, resolveRange, type TimeRange } from "../../model/scope";
import { first, type Search, values } from "../../model/search";
import { COLUMN_IDS, type ColumnId, DEFAULT_COLUMNS } from "./columnIds";

/** Everything that this page shows, as its address says it. */
export interface RunsUrl {
  filters: RunFilters;
  range: TimeRange;
  basis: Basis;
  sort: SortKey;
  order: "asc" | "desc";
  columns: readonly ColumnId[];
  /** the environments side by side instead of the list */
  compared: boolean;
}

export const SORT_KEYS = [
  "started",
  "ended",
  "lastEvent",
  "created",
  "duration",
  "name",
  "status",
  "env",
  "service",
  "id",
  "steps",
  "execution",
  "error",
] as const;
export type SortKey = (typeof SORT_KEYS)[number];
export const DEFAULT_SORT: SortKey = "lastEvent";

export function readRunsUrl(search: Search): RunsUrl {
  const scope = readScope(search);
  return {
    filters: {
      env: scope.env,
      service: scope.service,
      status: values(search.status),
      health: values(search.health),
      name: values(search.name),
      notService: values(search.notService),
      notStatus: values(search.notStatus),
      notName: values(search.notName),
      atLeastMs: milliseconds(first(search.atLeastMs)),
      belowMs: milliseconds(first(search.belowMs)),
      q: first(search.q) ?? "",
      runs: first(search.runs) === "all" ? "all" : null,
    },
    range: scope.range,
    basis: oneOf(["started", "ended", "active"] as const, first(search.basis)) ?? "active",
    sort: oneOf(SORT_KEYS, first(search.sort)) ?? DEFAULT_SORT,
    order: first(search.order) === "asc" ? "asc" : "desc",
    columns: readColumns(first(search.columns)),
    compared: first(search.view) === "environments",
  };
}

const milliseconds = (text: string | undefined): number | null => (/^\d{1,15}$/.test(text ?? "") ? Number(text) : null);

function oneOf<T extends string>(choices: readonly T[], text: string | undefined): T | undefined {
  return choices.find((choice) => choice === text);
}

function readColumns(text: string | undefined): readonly ColumnId[] {
  const chosen = (text ?? "").split(",").filter((id): id is ColumnId => COLUMN_IDS.includes(id as ColumnId));
  return chosen.length === 0 ? DEFAULT_COLUMNS : [...new Set(chosen)];
}

export function writeColumns(columns: readonly ColumnId[]): string | undefined {
  const text = columns.join(",");
  return text === DEFAULT_COLUMNS.join(",") ? undefined : text;
}

/** Filters and time for the server. `active` means any overlap with the range; without a range it says nothing. */
export function filterParams(filters: RunFilters, basis: Basis, range: { from?: string; to?: string }): Params {
  const timed = range.from !== undefined || range.to !== undefined;
  return { ...filters, ...range, basis: timed ? basis : undefined };
}

export function rangeNow(url: RunsUrl, now: number): { from?: string; to?: string } {
  return resolveRange(url.range, now);
}
