/** What a timeline is made of. Every time is in ms from the timeline's origin. */

export type BarKind = "worked" | "failed" | "recovered" | "running" | "cached" | "backoff" | "sleep" | "idle" | "queue";

/** What the run as a whole does in a stretch of time; the four of a run add up to its duration. */
export type Activity = "working" | "backoff" | "asleep" | "idle";

export interface Bar {
  kind: BarKind;
  from: number;
  to: number;
  /** still going on */
  open: boolean;
  /** the event that would tell this edge is missing */
  startUnknown: boolean;
  endUnknown: boolean;
  /** of attempts and the back-offs behind them */
  attempt: number | null;
  /** the deadline that was exceeded */
  timedOutAt: number | null;
  /** when what is open is expected to go on */
  until: number | null;
  /** overlapping attempts of one step lie in lanes below each other */
  lane: number;
}

export interface Row {
  /** the step's name; the row of the sleeps has a key that no step can have */
  key: string;
  kind: "step" | "sleep";
  name: string;
  status: string;
  attempts: number;
  durationMs: number | null;
  bars: Bar[];
  lanes: number;
}

export interface Stretch {
  activity: Activity;
  from: number;
  to: number;
}

export interface Sums {
  working: number;
  backoff: number;
  asleep: number;
  idle: number;
}

export interface Timeline {
  /** epoch ms of 0 */
  origin: number;
  /** where what is drawn ends */
  end: number;
  /** where the run itself begins and ends; before it, it waited in a queue */
  runFrom: number;
  runTo: number;
  open: boolean;
  rows: Row[];
  /** the run's own time without gaps, in order */
  stretches: Stretch[];
  sums: Sums;
}

export const isAttempt = (bar: Bar): boolean =>
  bar.attempt !== null && bar.kind !== "backoff" && bar.kind !== "idle" && bar.kind !== "sleep";
