import type {
  Failure,
  FailureFrequency,
  FailureGroup,
  FailureRate,
  InboxState,
  OverRepresented,
} from "../api/failures";
import { figureRange } from "./metricRange";
import { runHref } from "./runAddress";
import { resolveRange, type TimeRange } from "./scope";
import { type Search, stringifySearch } from "./search";
import { count, counted, seen } from "./text";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A piece of a message: said by all failures of a kind, or standing for what differs from one to the next. */
export interface MessagePart {
  text: string;
  isPlaceholder: boolean;
}

const PLACEHOLDER = /<(?:url|email|path|text|id)>|#/g;
const PLACEHOLDER_WORDS: Record<string, string> = { "#": "n" };

export function messageParts(message: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let from = 0;
  for (const found of message.matchAll(PLACEHOLDER)) {
    if (found.index > from) parts.push({ text: message.slice(from, found.index), isPlaceholder: false });
    parts.push({ text: PLACEHOLDER_WORDS[found[0]] ?? found[0].slice(1, -1), isPlaceholder: true });
    from = found.index + found[0].length;
  }
  if (from < message.length) parts.push({ text: message.slice(from), isPlaceholder: false });
  return parts;
}

export const groupName = ({ message, errorCode }: Pick<FailureGroup, "message" | "errorCode">): string =>
  message.trim() !== "" ? message : (errorCode ?? "a failure without a message");

/** orders / processOrder, charge-card */
export function groupPlaces({ services, workflows, steps }: FailureGroup): string {
  const inner = [...workflows, ...steps].map(seen).join(", ");
  return [services.map(seen).join(", "), inner].filter((one) => one !== "").join(" / ");
}

/** The server's order is by urgency; equal ones keep it. */
export function sortGroups(groups: readonly FailureGroup[], sort: "urgent" | "runs" | "seen"): FailureGroup[] {
  const last = ({ lastSeenAt }: FailureGroup) => (lastSeenAt === null ? 0 : Date.parse(lastSeenAt));
  if (sort === "runs") return groups.toSorted((a, b) => b.count - a.count);
  if (sort === "seen") return groups.toSorted((a, b) => last(b) - last(a));
  return [...groups];
}

/** Both ends, for questions that would else mean the last day. */
export function rangeOfFailures(range: TimeRange, now: number): { from: string; to?: string } {
  const { from, to } = resolveRange(range, now);
  return { from: from ?? new Date(0).toISOString(), ...(to === undefined ? {} : { to }) };
}

export type Bucket = "15m" | "1h" | "1d";
export const BUCKET_WORDS: Record<Bucket, string> = { "15m": "quarter hour", "1h": "hour", "1d": "day, in UTC" };
/** More days than this cannot be told apart. */
export const MOST_DAYS = 90;

/** What the rate is asked for: as fine as can be seen. */
export function rateQuestion(range: TimeRange, now: number): { from: string; to?: string; bucket: Bucket } {
  const { from, to } = rangeOfFailures(range, now);
  const end = to === undefined ? now : Date.parse(to);
  const begin = Math.max(Date.parse(from), end - MOST_DAYS * DAY);
  const span = end - begin;
  const bucket = span <= 25 * HOUR ? "15m" : span <= 8 * DAY ? "1h" : "1d";
  return { from: new Date(begin).toISOString(), ...(to === undefined ? {} : { to }), bucket };
}

/** Of runs that ended in one stretch. */
export interface RateCell {
  ended: number;
  failed: number;
}

export interface RateChart {
  widthMs: number;
  /** beginnings, without gaps */
  stretches: number[];
  /** the rate at the upper edge, from 0 to 1 */
  top: number;
  /** a null where no run ended */
  lines: { env: string; cells: (RateCell | null)[] }[];
}

/** @param order environments as they are shown everywhere; others come behind them */
export function inOrder<T extends { env: string }>(items: readonly T[], order: readonly string[]): T[] {
  const place = ({ env }: T) => (order.includes(env) ? order.indexOf(env) : order.length);
  return [...items].sort((a, b) => place(a) - place(b) || a.env.localeCompare(b.env));
}

export function rateChart({ from, to, bucketMs, items }: FailureRate, order: readonly string[]): RateChart {
  const begin = Math.floor(Date.parse(from) / bucketMs) * bucketMs;
  const columns = Math.max(1, Math.ceil((Date.parse(to) - begin) / bucketMs));
  const lines = inOrder(items, order).map(({ env, buckets }) => {
    const cells: (RateCell | null)[] = Array.from({ length: columns }, () => null);
    for (const { from: at, ended, failed } of buckets) {
      const column = Math.round((Date.parse(at) - begin) / bucketMs);
      if (ended > 0 && column >= 0 && column < columns) cells[column] = { ended, failed };
    }
    return { env, cells };
  });
  const rates = lines.flatMap(({ cells }) => cells.flatMap((cell) => (cell === null ? [] : [rateOf(cell)])));
  return {
    widthMs: bucketMs,
    stretches: Array.from({ length: columns }, (_, column) => begin + column * bucketMs),
    top: topOf(Math.max(0, ...rates)),
    lines,
  };
}

export const rateOf = ({ ended, failed }: RateCell): number => (ended === 0 ? 0 : failed / ended);

const TOPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
const topOf = (highest: number): number => TOPS.find((top) => highest <= top) ?? 1;

export const lastCell = (cells: readonly (RateCell | null)[]): RateCell | null =>
  cells.findLast((cell) => cell !== null) ?? null;

export function sumOf(cells: readonly (RateCell | null)[]): RateCell {
  const sum = { ended: 0, failed: 0 };
  for (const cell of cells) {
    sum.ended += cell?.ended ?? 0;
    sum.failed += cell?.failed ?? 0;
  }
  return sum;
}

/** Labels beside the ends of lines, moved apart as little as it takes; heights from the top, in their order. */
export function partedLabels(wanted: readonly number[], apart: number, height: number): number[] {
  const order = wanted.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at || a.index - b.index);
  let lowest = Number.NEGATIVE_INFINITY;
  const placed = order.map(({ at, index }) => {
    lowest = Math.max(at, lowest + apart);
    return { at: lowest, index };
  });
  // What was pushed out at the bottom goes up again, as far as the others let it.
  let highest = height;
  for (const one of placed.toReversed()) {
    one.at = Math.min(one.at, highest);
    highest = one.at - apart;
  }
  return placed.sort((a, b) => a.index - b.index).map(({ at }) => at);
}

/** The failed runs behind one stretch of the rate, or behind all of it. */
export function failedRunsIn(scope: Search, from?: number, widthMs = 0): string {
  const stretch =
    from === undefined ? {} : { from: new Date(from).toISOString(), to: new Date(from + widthMs).toISOString() };
  return `/runs${stringifySearch({ ...scope, ...figureRange(scope), ...stretch, status: "failed", basis: "ended", runs: "all" })}`;
}

/** The failed runs of one workflow; the scope says of which environment and service. */
export const failedRunsOf = (scope: Search, name: string): string =>
  `/runs${stringifySearch({ ...scope, name, status: "failed", basis: "ended", runs: "all" })}`;

/** Which run of an id it was, so that a link leads to that one and not to what came later. */
export const failureHref = (failure: Failure, more: Record<string, string> = {}): string =>
  `${runHref(failure)}${stringifySearch({ run: String(failure.runSeq), ...more })}`;

export const failureKey = ({ runId, runSeq }: Pick<Failure, "runId" | "runSeq">): string => `${runId}.${runSeq}`;

export const INBOX_WORDS: Record<InboxState, string> = {
  open: "Open",
  taken: "Taken",
  closed: "Closed",
  recovered: "Recovered",
};

/** charge-card: no answer within 30 s */
export const failureWords = ({ errorStepName, errorMessage, errorCode }: Failure): string =>
  [errorStepName === null ? null : seen(errorStepName), errorMessage ?? errorCode]
    .filter((one) => one !== null && one !== "")
    .join(": ") || "no error was told";

export interface ComparedWorkflow {
  serviceKey: string;
  workflowName: string;
  total: number;
  /** one per environment, in their order; null where it did not fail */
  cells: (Pick<FailureFrequency, "failureCount" | "uniqueErrors"> | null)[];
}

/** Every workflow beside itself in the other environments, those first that failed most. */
export function compareFrequencies(
  items: readonly FailureFrequency[],
  environments: readonly string[],
): ComparedWorkflow[] {
  const rows = new Map<string, ComparedWorkflow>();
  for (const item of items) {
    const column = environments.indexOf(item.env);
    if (column < 0) continue;
    const key = `${item.serviceKey}\n${item.workflowName}`;
    const row = rows.get(key) ?? {
      serviceKey: item.serviceKey,
      workflowName: item.workflowName,
      total: 0,
      cells: environments.map(() => null),
    };
    row.cells[column] = { failureCount: item.failureCount, uniqueErrors: item.uniqueErrors };
    row.total += item.failureCount;
    rows.set(key, row);
  }
  return [...rows.values()].sort((a, b) => b.total - a.total || a.workflowName.localeCompare(b.workflowName));
}

/** Where it happens, and where not: only here, or everywhere. */
export function spreadWords(group: FailureGroup, known: readonly string[]): string {
  const here = group.environments.filter((one) => one.count > 0).map((one) => one.env);
  if (here.length === 0) return "In no environment within this range.";
  const elsewhere = known.filter((env) => !here.includes(env));
  if (elsewhere.length === 0) return known.length < 2 ? `In ${here.join(" and ")}.` : "In all environments.";
  return `Only in ${here.join(" and ")}, not in ${elsewhere.join(" or ")}.`;
}

/** Every day of the last so many, the newest last; one that is not told had no failure. */
export function dailyCounts(daily: readonly { from: string; count: number }[], now: number, days = 30): number[] {
  const today = Math.floor(now / DAY);
  const counts = Array.from({ length: days }, () => 0);
  for (const { from, count: n } of daily) {
    const place = days - 1 - (today - Math.floor(Date.parse(from) / DAY));
    if (place >= 0 && place < days) counts[place] = n;
  }
  return counts;
}

/** How often among so many. */
export const shareOf = ({ failed, failedOf, all, allOf }: OverRepresented) => ({
  failed: failedOf === 0 ? 0 : failed / failedOf,
  all: allOf === 0 ? 0 : all / allOf,
});

/** Those of a group that are still somebody's business. */
export function unresolvedWords({ open, taken }: Pick<FailureGroup, "open" | "taken">): string {
  if (open + taken === 0) return "None of them is open.";
  const parts = [open > 0 ? `${count(open)} open` : null, taken > 0 ? `${count(taken)} taken` : null];
  return `${parts.filter((one) => one !== null).join(", ")}.`;
}

/** No failure in 24 h. */
export const noFailureWords = (range: TimeRange, label: string): string =>
  range.kind === "all" ? "No run has failed yet." : `No failure in ${label.replace(/^last /i, "")}.`;

export const newestWords = ({ count: n }: Pick<FailureGroup, "count">): string =>
  n === 1 ? "What became of it" : `All ${counted(n, "run")}`;
