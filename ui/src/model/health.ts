import type { AttentionKind, EndedHour, EnvironmentCard, ServiceCell, Verdict } from "../api/insight";
import { longDuration } from "./duration";
import { type Search, stringifySearch } from "./search";
import { counted } from "./text";

/** Shape, word, colour of what needs a person. The tone is also that of its spark. */
export const ATTENTION = {
  failing: { icon: "failed", word: "Failing", tone: "bad" },
  overdue: { icon: "overdue", word: "Overdue", tone: "bad" },
  stuck: { icon: "stuck", word: "Stuck", tone: "bad" },
  past_sla: { icon: "late", word: "Past SLA", tone: "warn" },
  alert: { icon: "alerts", word: "Alert", tone: "bad" },
  burning: { icon: "burning", word: "Burning", tone: "warn" },
  slower: { icon: "clock", word: "Slower", tone: "warn" },
  silent: { icon: "silent", word: "Silent", tone: "warn" },
} as const satisfies Record<AttentionKind, { icon: string; word: string; tone: "bad" | "warn" }>;

export const VERDICT = {
  failing: { icon: "failed", word: "Failing", tone: "bad" },
  degraded: { icon: "warning", word: "Degraded", tone: "warn" },
  silent: { icon: "silent", word: "Silent", tone: "warn" },
  healthy: { icon: "completed", word: "Healthy", tone: "ok" },
  quiet: { icon: "queued", word: "Quiet", tone: "none" },
} as const satisfies Record<Verdict, { icon: string; word: string; tone: "bad" | "warn" | "ok" | "none" }>;

const WORST_FIRST: readonly Verdict[] = ["failing", "degraded", "silent", "healthy", "quiet"];

export const verdictRank = (verdict: Verdict): number => WORST_FIRST.indexOf(verdict);

/** The worst in any environment counts, silence of the whole service too; equal ones in the order of their names. */
export function worstFirst<T extends { serviceKey: string; silent: boolean }>(
  services: readonly T[],
  cells: (service: T) => readonly Pick<ServiceCell, "verdict">[],
): T[] {
  const rank = (service: T) =>
    Math.min(
      service.silent ? verdictRank("silent") : WORST_FIRST.length,
      ...cells(service).map(({ verdict }) => verdictRank(verdict)),
    );
  return [...services].sort((a, b) => rank(a) - rank(b) || a.serviceKey.localeCompare(b.serviceKey));
}

/** The ticks of a strip, one for each stretch: null where nothing ended, for a gap is no zero. */
export const ticksOf = (stretches: readonly EndedHour[]): (EndedHour | null)[] =>
  stretches.map((stretch) => (stretch.ended === 0 ? null : stretch));

/** What a strip says to those who do not see it. */
export function ticksWords(ticks: readonly (EndedHour | null)[]): string {
  const seen = ticks.filter((tick) => tick !== null);
  if (seen.length === 0) return "nothing ended";
  const outside = seen.filter((tick) => tick.outsideUsual).length;
  const failed = seen.reduce((sum, tick) => sum + tick.failed, 0);
  const ended = seen.reduce((sum, tick) => sum + tick.ended, 0);
  return `${counted(ended, "run")} ended, ${failed} failed${outside === 0 ? "" : `, more than usual in ${outside} of ${ticks.length} stretches`}`;
}

/** Heights of the runs above the line and of the failures below, each against its own peak, which is written beside it. */
export function mirrored({ buckets }: Pick<EnvironmentCard["series"], "buckets">): {
  most: number;
  mostFailed: number;
  bars: { up: number; down: number; outsideUsual: boolean }[];
} {
  const most = Math.max(0, ...buckets.map((bucket) => bucket.ended));
  const mostFailed = Math.max(0, ...buckets.map((bucket) => bucket.failed));
  const bars = buckets.map(({ ended, failed, outsideUsual }) => ({
    up: most === 0 ? 0 : ended / most,
    down: mostFailed === 0 ? 0 : failed / mostFailed,
    outsideUsual,
  }));
  return { most, mostFailed, bars };
}

/** "has sent nothing for 47 min, it usually does every 30 s"; null of one that talks. */
export function silenceWords(
  { lastEventAt, usualGapMs, silent }: { lastEventAt: string | null; usualGapMs: number | null; silent: boolean },
  now: number,
): string | null {
  if (!silent || lastEventAt === null) return null;
  const quiet = longDuration(Math.max(0, now - Date.parse(lastEventAt)));
  return `has sent nothing for ${quiet}${usualGapMs === null ? "" : `, it usually does every ${longDuration(usualGapMs)}`}`;
}

/** The runs behind a figure: those that ended in a stretch of time, unless it counts otherwise. */
export function runsBehind(
  of: Search,
  { from, to }: { from?: number | undefined; to?: number | undefined } = {},
): string {
  const time = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());
  return `/runs${stringifySearch({ basis: "ended", ...of, from: time(from) ?? of.from, to: time(to) ?? of.to })}`;
}
