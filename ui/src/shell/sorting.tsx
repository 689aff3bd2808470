import type { ReactNode } from "react";
import { first } from "../model/search";
import { nextSorting, readSorting, type SortColumns, type Sorting, sorted, writeSorting } from "../model/sorting";
import { Icon } from "../parts/Icon";
import { changeSearch, useSearch } from "./url";

interface SortedTable<T> {
  /** where the address says it */
  name: string;
  sorting: Sorting | null;
  sorted: (rows: readonly T[]) => readonly T[];
}

/** A table that can be sorted by its head, remembered in the address under the given name. */
export function useSorting<T>(name: string, columns: SortColumns<T>): SortedTable<T> {
  const sorting = readSorting(first(useSearch()[name]), columns);
  return { name, sorting, sorted: (rows) => sorted(rows, columns, sorting) };
}

interface SortHeadProps {
  table: Pick<SortedTable<never>, "name" | "sorting">;
  column: string;
  /** of words, which begin with the first, and stand left */
  words?: boolean;
  className?: string;
  title?: string;
  children: ReactNode;
}

export function SortHead({ table: { name, sorting }, column, words = false, className = "", ...rest }: SortHeadProps) {
  const on = sorting?.column === column ? sorting : null;
  const turn = () => changeSearch({ [name]: writeSorting(nextSorting(sorting, column, words ? "asc" : "desc")) });
  return (
    <th
      scope="col"
      className={`${words ? "" : "number"} ${className}`}
      title={rest.title}
      aria-sort={on === null ? undefined : on.descending ? "descending" : "ascending"}
    >
      <button type="button" onClick={turn}>
        {rest.children}
        {on === null ? null : <Icon name={on.descending ? "arrowDown" : "arrowUp"} size={11} />}
      </button>
    </th>
  );
}
