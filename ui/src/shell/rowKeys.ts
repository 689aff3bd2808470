import { useState } from "react";
import { withChosen } from "../model/signatures";
import { type Shortcut, useShortcuts } from "./keys";
import { changeSearch } from "./url";

interface RowKeys {
  /** the rows, from the first to the last */
  ids: readonly string[];
  /** the one that is open beside the list */
  chosen: string | null;
  /** where the keys stand in the help, and what a row is */
  group: string;
  what: string;
  showWaiting: () => void;
  /** what else can be done with the row that the keys are at */
  more?: (here: string | null) => readonly Omit<Shortcut, "group">[];
}

/** J and K walk the rows; while one is open beside the list, the next opens in its place. Returns the row they are at. */
export function useRowKeys({ ids, chosen, group, what, showWaiting, more }: RowKeys): string | null {
  const [at, setAt] = useState<string | null>(null);
  const here = at !== null && ids.includes(at) ? at : chosen;
  const index = here === null ? -1 : ids.indexOf(here);
  const move = (by: number) => {
    const next = ids[index < 0 ? 0 : Math.max(0, Math.min(ids.length - 1, index + by))];
    if (next === undefined) return;
    setAt(next);
    if (chosen !== null) changeSearch(withChosen(next), true);
  };
  useShortcuts([
    { keys: "j", label: "Next row", group, run: () => move(1) },
    { keys: "k", label: "Row before", group, run: () => move(-1) },
    { keys: "ArrowDown", label: "Next row", group, quiet: true, run: () => move(1) },
    { keys: "ArrowUp", label: "Row before", group, quiet: true, run: () => move(-1) },
    {
      keys: "Enter",
      label: "Open beside the list",
      group,
      run: () => here !== null && changeSearch(withChosen(here)),
    },
    { keys: "Escape", label: "Close", group, run: () => chosen !== null && changeSearch(withChosen(null)) },
    { keys: ".", label: `Show new ${what}`, group, run: showWaiting },
    ...(more?.(here) ?? []).map((shortcut) => ({ ...shortcut, group })),
  ]);
  return here;
}

/** For rows that are kinds of failures. */
export const editKey = (here: string | null): readonly Omit<Shortcut, "group">[] => [
  {
    keys: "e",
    label: "Edit cause, action and link",
    run: () => here !== null && changeSearch(withChosen(here, true)),
  },
];
