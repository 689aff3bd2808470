import type { StatusCounts } from "../api/types";
import { count, counted } from "./text";

/** Which colour, mark and line an environment has: by its name first, then by order. Never a colour that means a state. */
export interface EnvironmentMark {
  slot: 1 | 2 | 3 | 4 | 5 | 6;
  mark: "full" | "half" | "open";
  short: string;
}

const SLOTS = [1, 2, 3, 4, 5, 6] as const;
const MARKS = ["full", "half", "open"] as const;
const BY_NAME: [RegExp, number, string][] = [
  [/^(production|prod|live)$/i, 0, "prod"],
  [/^(staging|stage|stg)$/i, 1, "stg"],
  [/^(development|dev)$/i, 2, "dev"],
];

export function markEnvironments(names: readonly string[]): Map<string, EnvironmentMark> {
  const marks = new Map<string, EnvironmentMark>();
  const taken = new Set<number>();
  const give = (name: string, slot: number, short: string) => {
    taken.add(slot);
    marks.set(name, { slot: SLOTS[slot] ?? 1, mark: MARKS[slot % 3] ?? "full", short });
  };
  for (const name of names) {
    const known = BY_NAME.find(([pattern, slot]) => pattern.test(name) && !taken.has(slot));
    if (known) give(name, known[1], known[2]);
  }
  let turn = 0;
  for (const name of names) {
    if (marks.has(name)) continue;
    const free = SLOTS.findIndex((_, slot) => !taken.has(slot));
    give(name, free >= 0 ? free : turn++ % SLOTS.length, name);
  }
  return marks;
}

/** Well-known names in their usual order, the others by alphabet behind them. */
export function orderEnvironments(names: readonly string[]): string[] {
  const rank = (name: string) => {
    const found = BY_NAME.findIndex(([pattern]) => pattern.test(name));
    return found < 0 ? BY_NAME.length : found;
  };
  return [...new Set(names)].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

/** 1,204 runs, 12 open, 3 failed. */
export function countWords(counts: readonly StatusCounts[]): string {
  const sum = (...statuses: (keyof StatusCounts)[]) =>
    counts.reduce((all, one) => all + statuses.reduce((part, status) => part + (one[status] ?? 0), 0), 0);
  const open = sum("pending", "running", "paused");
  const failed = sum("failed");
  const all = open + failed + sum("completed", "cancelled");
  return [counted(all, "run"), open > 0 ? `${count(open)} open` : "", failed > 0 ? `${count(failed)} failed` : ""]
    .filter((words) => words !== "")
    .join(", ");
}
