import { useState } from "react";
import type { Signature } from "../../api/signals";
import { withChosen } from "../../model/signatures";
import { useShortcuts } from "../../shell/keys";
import { changeSearch } from "../../shell/url";

const group = "Signatures";

/** J and K walk the rows; while one is open beside the list, the next opens in its place. Returns the row they are at. */
export function useRowKeys(shown: readonly Signature[], chosen: string | null, showWaiting: () => void): string | null {
  const [at, setAt] = useState<string | null>(null);
  const here = shown.some(({ id }) => id === at) ? at : chosen;
  const index = shown.findIndex(({ id }) => id === here);
  const move = (by: number) => {
    const next = shown[index < 0 ? 0 : Math.max(0, Math.min(shown.length - 1, index + by))];
    if (next === undefined) return;
    setAt(next.id);
    if (chosen !== null) changeSearch(withChosen(next.id), true);
  };
  const open = (edit: boolean) => {
    if (here !== null) changeSearch(withChosen(here, edit));
  };
  useShortcuts([
    { keys: "j", label: "Next row", group, run: () => move(1) },
    { keys: "k", label: "Row before", group, run: () => move(-1) },
    { keys: "ArrowDown", label: "Next row", group, quiet: true, run: () => move(1) },
    { keys: "ArrowUp", label: "Row before", group, quiet: true, run: () => move(-1) },
    { keys: "Enter", label: "Open beside the list", group, run: () => open(false) },
    { keys: "e", label: "Edit cause, action and link", group, run: () => open(true) },
    { keys: "Escape", label: "Close", group, run: () => chosen !== null && changeSearch(withChosen(null)) },
    { keys: ".", label: "Show new signatures", group, run: showWaiting },
  ]);
  return here;
}
