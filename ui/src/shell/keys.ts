import { useEffect, useRef } from "react";
import { createStore } from "../model/store";
import { overlay, paletteText } from "./overlay";

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
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
    if (overlay.get() !== null && !isIn(event.target, "[role=dialog]")) return typeAhead(event);
    if (isWriting(event.target)) return;
    const found = find(event);
    if (found === undefined) return;
    event.preventDefault();
    found.run();
  };
  document.addEventListener("keydown", hear);
  return () => document.removeEventListener("keydown", hear);
}

/** What floats has not got the focus yet: keys are meant for it, and for nothing below it. */
function typeAhead(event: KeyboardEvent): void {
  if (event.key === "Tab") return;
  if (event.key === "Escape") overlay.set(null);
  else if (event.key === "Backspace") paletteText.set(paletteText.get().slice(0, -1));
  else if (event.key.length === 1) paletteText.set(paletteText.get() + event.key);
  event.preventDefault();
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

const isWriting = (target: EventTarget | null) =>
  isIn(target, "input:not([type=checkbox]), textarea, select, [role=dialog]");

const isControl = (target: EventTarget | null) => isIn(target, "a, button, input, summary");

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof HTMLElement && target.closest(selector) !== null;
}
