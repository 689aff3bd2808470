import { useCallback, useMemo, useRef, useState } from "react";
import type { RunItem } from "../../api/types";
import { runHref } from "../../model/runAddress";
import { OPPOSITE, type Reversible } from "../../model/runFilters";
import { parseSearch, type Search, some, values } from "../../model/search";
import { useShortcuts } from "../../shell/keys";
import { changeSearch, goTo, history, linkTo } from "../../shell/url";
import type { Column } from "./columns";

/** Where the reader is: a row and a column, by keys or by pointer, and which runs are selected. */
export interface RunCursor {
  index: number | null;
  column: string;
  /** by a key, so that the row has to be brought into sight */
  moved: boolean;
  selected: ReadonlySet<string>;
  point: (index: number, column: string) => void;
  toggle: (id: string) => void;
  clear: () => void;
}

export function useCursor(runs: readonly RunItem[], columns: readonly Column[]): RunCursor {
  const [place, setPlace] = useState<{ id: string | null; column: string; moved: boolean }>({
    id: null,
    column: "run",
    moved: false,
  });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const pointed = useRef<{ index: number; column: string } | null>(null);
  const found = place.id === null ? -1 : runs.findIndex((run) => run.id === place.id);
  const index = found < 0 ? null : found;

  const toggle = useCallback(
    (id: string) =>
      setSelected((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    [],
  );
  const point = useCallback((at: number, column: string) => {
    pointed.current = { index: at, column };
  }, []);
  const clear = useCallback(() => setSelected(new Set()), []);

  const move = (by: number) => {
    const next = runs[Math.max(0, Math.min(runs.length - 1, index === null ? 0 : index + by))];
    if (next) setPlace({ ...place, id: next.id, moved: true });
    pointed.current = null;
  };
  const across = (by: number) => {
    const at = columns.findIndex((column) => column.id === place.column);
    const next = columns[Math.max(0, Math.min(columns.length - 1, at + by))];
    if (next) setPlace({ ...place, column: next.id });
    pointed.current = null;
  };
  const here = index === null ? undefined : runs[index];
  const filterByThis = (turn: (patch: Search) => Search | null) => {
    const run = pointed.current === null ? here : runs[pointed.current.index];
    const column = columns.find((one) => one.id === (pointed.current?.column ?? place.column));
    const patch = run === undefined ? null : column?.filter?.(run);
    const turned = patch ? turn(patch) : null;
    if (turned) changeSearch(turned);
  };
  const group = "Runs";
  useShortcuts([
    { keys: "j", label: "Next row", group, run: () => move(1) },
    { keys: "k", label: "Row before", group, run: () => move(-1) },
    { keys: "ArrowDown", label: "Next row", group, quiet: true, run: () => move(1) },
    { keys: "ArrowUp", label: "Row before", group, quiet: true, run: () => move(-1) },
    { keys: "ArrowRight", label: "Next column", group, run: () => across(1) },
    { keys: "ArrowLeft", label: "Column before", group, run: () => across(-1) },
    { keys: "Enter", label: "Open the run", group, run: () => here && goTo(linkTo(runHref(here))) },
    { keys: "x", label: "Select the row", group, run: () => here && toggle(here.id) },
    { keys: "f", label: "Filter by this value", group, run: () => filterByThis((patch) => patch) },
    { keys: "Shift f", label: "Leave this value out", group, run: () => filterByThis(leftOut) },
    { keys: "Escape", label: "Clear the selection", group, run: clear },
  ]);
  return useMemo(
    () => ({ index, column: place.column, moved: place.moved, selected, point, toggle, clear }),
    [index, place, selected, point, toggle, clear],
  );
}

/** The same filter the other way round, added to what is left out already; null where there is no other way. */
function leftOut(patch: Search): Search | null {
  const before = parseSearch(history.location.search);
  const turned: Search = {};
  for (const kind of Object.keys(OPPOSITE) as Reversible[]) {
    if (patch[kind] === undefined || patch.health !== undefined) continue;
    turned[OPPOSITE[kind]] = some([...new Set([...values(before[OPPOSITE[kind]]), ...values(patch[kind])])]);
  }
  return Object.keys(turned).length === 0 ? null : turned;
}
