import type { Attempt, Sleep, Step } from "../../api/types";
import type { Bar, BarKind } from "./types";

/** The moments between which a run is drawn, in epoch ms. */
export interface Span {
  origin: number;
  /** the end of the run, or now */
  end: number;
  open: boolean;
}

export const millis = (at: string | null): number | null => (at === null ? null : Date.parse(at));

function bar(kind: BarKind, from: number, to: number, more: Partial<Bar> = {}): Bar {
  return {
    kind,
    from,
    to: Math.max(from, to),
    open: false,
    startUnknown: false,
    endUnknown: false,
    attempt: null,
    timedOutAt: null,
    until: null,
    lane: 0,
    ...more,
  };
}

/** Attempts in order with the back-offs between them; what came later than planned is idle. */
export function stepBars(step: Step, attempts: readonly Attempt[], span: Span): Bar[] {
  const known = attempts.length > 0 ? attempts : onlyKnownByRow(step);
  const bars: Bar[] = [];
  known.forEach((attempt, index) => {
    const next = known[index + 1];
    const own = attemptBar(step, attempt, known[index - 1], next, span);
    if (own === null) return;
    bars.push(own, ...waitsAfter(attempt, own, next, span));
  });
  return bars;
}

/** A step that only the end of the run or a completion named has a row, but no attempt. */
function onlyKnownByRow(step: Step): Attempt[] {
  if (step.startedAt === null && step.completedAt === null) return [];
  const result = step.status === "completed" ? "success" : step.status === "failed" ? "failure" : null;
  return [
    {
      id: step.id,
      stepName: step.stepName,
      attemptNumber: Math.max(1, step.currentAttempt),
      result,
      errorMessage: step.errorMessage,
      errorStack: step.errorStack,
      startedAt: step.startedAt,
      endedAt: step.completedAt,
      durationMs: step.durationMs,
      retryScheduled: false,
      retryDelayMs: null,
      nextAttemptAt: null,
      startEventId: null,
      endEventId: null,
    },
  ];
}

function attemptBar(
  step: Step,
  attempt: Attempt,
  before: Attempt | undefined,
  next: Attempt | undefined,
  span: Span,
): Bar | null {
  const started = millis(attempt.startedAt);
  const ended = millis(attempt.endedAt);
  if (started === null && ended === null) return null;
  const running = ended === null && span.open && next === undefined && isUnderWay(step);
  const from = started ?? Math.min(ended ?? span.end, startGuess(before) ?? ended ?? span.end);
  const to = ended ?? (running ? Math.max(span.end, from) : Math.max(from, endGuess(step, next, span)));
  const timedOut = attempt.result === "timeout" && step.timeoutMs !== null;
  return bar(kindOf(step, attempt, next, running), from - span.origin, to - span.origin, {
    open: running,
    startUnknown: started === null,
    endUnknown: ended === null && !running,
    attempt: attempt.attemptNumber,
    timedOutAt: timedOut ? Math.min(from + (step.timeoutMs ?? 0), to) - span.origin : null,
  });
}

const isUnderWay = (step: Step) => step.status === "running" || step.status === "retrying";

const startGuess = (before: Attempt | undefined) =>
  before === undefined ? null : millis(before.nextAttemptAt ?? before.endedAt);

const endGuess = (step: Step, next: Attempt | undefined, span: Span) =>
  millis(next?.startedAt ?? null) ?? millis(step.completedAt) ?? span.end;

function kindOf(step: Step, attempt: Attempt, next: Attempt | undefined, running: boolean): BarKind {
  if (running) return "running";
  if (attempt.result === "failure" || attempt.result === "timeout") {
    return step.status === "completed" ? "recovered" : "failed";
  }
  if (attempt.result === null && next === undefined && step.status === "failed") return "failed";
  return step.cached && next === undefined ? "cached" : "worked";
}

function waitsAfter(attempt: Attempt, own: Bar, next: Attempt | undefined, span: Span): Bar[] {
  const planned = millis(attempt.nextAttemptAt);
  if (planned === null || attempt.result === "success") return [];
  const nextStart = millis(next?.startedAt ?? null);
  const over = (nextStart ?? span.end) - span.origin;
  const due = planned - span.origin;
  const waiting = nextStart === null && span.open;
  const marks = { attempt: attempt.attemptNumber, until: due };
  const waits: Bar[] = [];
  const stop = Math.min(due, over);
  if (stop > own.to) waits.push(bar("backoff", own.to, stop, { ...marks, open: waiting && due > over }));
  if (over > due && (nextStart !== null || waiting)) {
    waits.push(bar("idle", Math.max(due, own.to), over, { ...marks, open: waiting }));
  }
  return waits;
}

/** Hatched until it was to resume; what it then still waited is idle. */
export function sleepBars(sleep: Sleep, span: Span): Bar[] {
  const started = millis(sleep.startedAt) ?? guessedStart(sleep);
  if (started === null) return [];
  const completed = millis(sleep.completedAt);
  const asleep = completed === null && span.open;
  const over = (completed ?? span.end) - span.origin;
  const from = started - span.origin;
  const resume = millis(sleep.resumeAt);
  const due = resume === null ? null : Math.max(from, resume - span.origin);
  const stop = due === null ? over : Math.min(due, over);
  const more = { until: due, startUnknown: sleep.startedAt === null };
  const endUnknown = completed === null && !asleep;
  const bars = [
    bar("sleep", from, stop, { ...more, open: asleep && over <= stop, endUnknown: endUnknown && over <= stop }),
  ];
  if (over > stop) bars.push(bar("idle", stop, over, { until: due, open: asleep, endUnknown }));
  return bars;
}

function guessedStart(sleep: Sleep): number | null {
  const end = millis(sleep.completedAt ?? sleep.resumeAt);
  return end === null ? null : end - (sleep.durationMs ?? 0);
}

export const queueBar = (from: number, to: number): Bar => bar("queue", from, to);

/** Overlapping attempts of one step go into lanes of their own, each as high up as it fits. */
export function intoLanes(bars: readonly Bar[]): { bars: Bar[]; lanes: number } {
  const ends: number[] = [];
  const laid = [...bars]
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .map((one) => {
      const free = ends.findIndex((end) => end <= one.from);
      const lane = free >= 0 ? free : ends.length;
      ends[lane] = one.to;
      return lane === one.lane ? one : { ...one, lane };
    });
  return { bars: laid, lanes: Math.max(1, ends.length) };
}
