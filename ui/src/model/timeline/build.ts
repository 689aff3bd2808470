import type { Attempt, RunDetail, Sleep, Step } from "../../api/types";
import { intoLanes, millis, queueBar, type Span, sleepBars, stepBars } from "./bars";
import { stretchesOf, sumsOf } from "./stretches";
import type { Bar, Row, Timeline } from "./types";

export const SLEEP_ROW = "\u0000sleep";

/** From what the server knows of a run to rows of bars. `now` is the moment up to which open things are drawn. */
export function buildTimeline(detail: RunDetail, now: number): Timeline {
  const span = spanOf(detail, now);
  const attempts = byStep(detail.attempts);
  const rows = detail.steps
    .map((step) => stepRow(step, attempts.get(step.stepName) ?? [], span))
    .concat(sleepRow(detail.sleeps, span))
    .sort(byFirstBar);
  const started = startOf(detail) - span.origin;
  const queued = Date.parse(detail.workflow.createdAt) - span.origin;
  const first = rows[0];
  if (first?.bars[0] !== undefined && first.bars[0].from >= started && queued < started) {
    first.bars.unshift(queueBar(queued, started));
  }
  const last = rows.reduce((latest, row) => Math.max(latest, lastEnd(row.bars)), 0);
  const runTo = Math.max(started, span.end - span.origin);
  const stretches = stretchesOf(rows, started, runTo);
  return {
    origin: span.origin,
    end: Math.max(1, runTo, last),
    runFrom: started,
    runTo,
    open: span.open,
    rows,
    stretches,
    sums: sumsOf(stretches),
  };
}

const isOpenStatus = (status: string) => status === "pending" || status === "running" || status === "paused";

function startOf({ workflow }: RunDetail): number {
  return Date.parse(workflow.startedAt ?? workflow.createdAt);
}

/** Some senders' clocks go before the run's own start: what was first begins the picture. */
function spanOf(detail: RunDetail, now: number): Span {
  const { workflow } = detail;
  const open = isOpenStatus(workflow.status);
  const started = startOf(detail);
  const first = [
    ...detail.attempts.map((one) => one.startedAt ?? one.endedAt),
    ...detail.sleeps.map((s) => s.startedAt),
  ]
    .map((at) => millis(at) ?? started)
    .reduce((earliest, at) => Math.min(earliest, at), Math.min(started, Date.parse(workflow.createdAt)));
  const ended = millis(workflow.endedAt);
  // The page's clock ticks once a second: an event may be newer than it.
  const latest = Math.max(now, millis(workflow.lastEventAt) ?? now);
  return { origin: first, end: Math.max(started, open ? latest : (ended ?? started)), open };
}

function byStep(attempts: readonly Attempt[]): Map<string, Attempt[]> {
  const steps = new Map<string, Attempt[]>();
  for (const attempt of attempts) {
    const known = steps.get(attempt.stepName);
    if (known === undefined) steps.set(attempt.stepName, [attempt]);
    else known.push(attempt);
  }
  for (const list of steps.values()) list.sort((a, b) => a.attemptNumber - b.attemptNumber);
  return steps;
}

function stepRow(step: Step, attempts: readonly Attempt[], span: Span): Row {
  const { bars, lanes } = intoLanes(stepBars(step, attempts, span));
  const from = bars[0]?.from;
  return {
    key: step.stepName,
    kind: "step",
    name: step.stepName,
    status: step.status,
    attempts: Math.max(attempts.length, bars.length > 0 ? 1 : 0),
    durationMs: from === undefined ? null : lastEnd(bars) - from,
    bars,
    lanes,
  };
}

function sleepRow(sleeps: readonly Sleep[], span: Span): Row[] {
  const { bars, lanes } = intoLanes(sleeps.flatMap((sleep) => sleepBars(sleep, span)));
  if (bars.length === 0) return [];
  const asleep = bars.filter((bar) => bar.kind === "sleep").reduce((sum, bar) => sum + bar.to - bar.from, 0);
  const status = bars.some((bar) => bar.open) ? "asleep" : "slept";
  return [
    {
      key: SLEEP_ROW,
      kind: "sleep",
      name: "sleep",
      status,
      attempts: sleeps.length,
      durationMs: asleep,
      bars,
      lanes,
    },
  ];
}

const lastEnd = (bars: readonly Bar[]) => bars.reduce((latest, bar) => Math.max(latest, bar.to), 0);

/** Rows in the order in which they began; what never began comes last. Sorting keeps the server's order of equals. */
function byFirstBar(a: Row, b: Row): number {
  return (a.bars[0]?.from ?? Number.POSITIVE_INFINITY) - (b.bars[0]?.from ?? Number.POSITIVE_INFINITY) || 0;
}
