/** What a table is sorted by when somebody asked for it; null is the order that is the page's own. */
export interface Sorting {
  column: string;
  descending: boolean;
}

/** What each column is sorted by. Words begin with the first, numbers with the largest; nothing known comes last. */
export type SortColumns<T> = Readonly<Record<string, (row: T) => string | number | null | undefined>>;

export function readSorting<T>(text: string | undefined, columns: SortColumns<T>): Sorting | null {
  const [column = "", order] = text?.split(".") ?? [];
  return Object.hasOwn(columns, column) && (order === "asc" || order === "desc")
    ? { column, descending: order === "desc" }
    : null;
}

export const writeSorting = (sorting: Sorting | null): string | undefined =>
  sorting === null ? undefined : `${sorting.column}.${sorting.descending ? "desc" : "asc"}`;

/** One click sorts, the next turns it round, and the third goes back to the page's own order. */
export function nextSorting(now: Sorting | null, column: string, begins: "asc" | "desc"): Sorting | null {
  const descending = begins === "desc";
  if (now?.column !== column) return { column, descending };
  return now.descending === descending ? { column, descending: !descending } : null;
}

/** Rows that are equal in it keep their order. */
export function sorted<T>(rows: readonly T[], columns: SortColumns<T>, sorting: Sorting | null): readonly T[] {
  const of = sorting === null ? undefined : columns[sorting.column];
  if (of === undefined || sorting === null) return rows;
  const sign = sorting.descending ? -1 : 1;
  return [...rows].sort((one, other) => {
    const a = of(one) ?? null;
    const b = of(other) ?? null;
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b)));
  });
}
