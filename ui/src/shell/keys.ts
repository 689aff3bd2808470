import { useEffect, useRef } from "react";
import { createStore } from "../model/store";

/** One listener for all keys. A page registers its own while it is shown; the newest registration of a key wins. */
export interface Shortcut {
  /** "j", "Enter", a letter with Shift: "Shift f", or two keys after each other: "g r" */
  keys: string;
  label: string;
  group: string;
  run: () => void;
  /** left out of the help, for second names of the same thing */
  quiet?: boolean;
  /** only for the help: what has the focus hears these keys itself */
  elsewhere?: boolean;
}

export const shortcuts = createStore<readonly Shortcut[]>([]);

export function useShortcuts(list: readonly Shortcut[]): void {
  const latest = useRef(list);
  latest.current = list;
  const shape = list.map((shortcut) => `${shortcut.keys}\t${shortcut.label}`).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is bound changes only with the shape of the list
  useEffect(() => {
    const bound = latest.current.map((shortcut, index) => ({ ...shortcut, run: () => latest.current[index]?.run() }));
    shortcuts.set([...shortcuts.get(), ...bound]);
    return () => shortcuts.set(shortcuts.get().filter((shortcut) => !bound.includes(shortcut)));
  }, [shape]);
}

const SEQUENCE_MS = 1_200;
let prefix: { key: string; at: number } | null = null;

export function listenToKeys(): () => void {
  const hear = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isWriting(event.target)) return;
    const found = find(event);
    if (found === undefined) return;
    event.preventDefault();
    found.run();
  };
  document.addEventListener("keydown", hear);
  return () => document.removeEventListener("keydown", hear);
}

function find(event: KeyboardEvent): Shortcut | undefined {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "Shift") return undefined;
  const all = shortcuts.get().filter((shortcut) => !shortcut.elsewhere);
  const before = prefix !== null && event.timeStamp - prefix.at < SEQUENCE_MS ? prefix.key : null;
  prefix = null;
  const pair = before === null ? undefined : all.findLast((shortcut) => shortcut.keys === `${before} ${key}`);
  if (pair) return pair;
  if (all.some((shortcut) => shortcut.keys.startsWith(`${key} `))) prefix = { key, at: event.timeStamp };
  // Enter and Space belong to the link or button that has the focus.
  if ((key === "Enter" || key === " ") && isControl(event.target)) return undefined;
  const shifted = event.shiftKey ? all.findLast((shortcut) => shortcut.keys === `Shift ${key}`) : undefined;
  return shifted ?? all.findLast((shortcut) => shortcut.keys === key);
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("input:not([type=checkbox]), textarea, select, [role=dialog]") !== null
  );
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("a, button, input, summary") !== null;
}
