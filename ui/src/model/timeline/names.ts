import { longDuration, shortDuration } from "../duration";
import type { Bar, Row } from "./types";

/** Every bar in one line: "charge-card, attempt 5 of 5, failed after 30.0 s, started 14:22:57, then no attempt left". */
export function barName(row: Row, bar: Bar, clock: (at: number) => string): string {
  const length = shortDuration(bar.to - bar.from);
  switch (bar.kind) {
    case "backoff":
      return `${row.name}, back-off after attempt ${bar.attempt}, ${length}${bar.open ? " so far" : ""}`;
    case "idle":
      return `${row.name}, idle for ${length}${bar.open ? " so far" : ""}${bar.until === null ? "" : ", later than planned"}`;
    case "queue":
      return `queued for ${length}`;
    case "sleep":
      return `asleep for ${length}${bar.open ? " so far" : ""}, since ${clock(bar.from)}${endsOf(bar)}`;
    default:
      return attemptName(row, bar, clock, length);
  }
}

function attemptName(row: Row, bar: Bar, clock: (at: number) => string, length: string): string {
  const parts = [row.name];
  if (row.attempts > 1) parts.push(`attempt ${bar.attempt} of ${row.attempts}`);
  parts.push(bar.endUnknown ? "end unknown" : outcome(bar, length));
  parts.push(bar.startUnknown ? "start unknown" : `started ${clock(bar.from)}`);
  const then = whatCame(row, bar);
  if (then !== null) parts.push(then);
  return parts.join(", ");
}

function outcome(bar: Bar, length: string): string {
  switch (bar.kind) {
    case "running":
      return `running for ${length}`;
    case "cached":
      return "replayed from cache";
    case "failed":
    case "recovered":
      return bar.timedOutAt === null ? `failed after ${length}` : `timed out after ${length}`;
    default:
      return `worked ${length}`;
  }
}

const endsOf = (bar: Bar) => (bar.startUnknown ? ", start unknown" : bar.endUnknown ? ", end unknown" : "");

function whatCame(row: Row, bar: Bar): string | null {
  if (bar.kind !== "failed" && bar.kind !== "recovered") return null;
  const wait = row.bars.find((one) => one.attempt === bar.attempt && one.kind === "backoff");
  if (wait !== undefined) return `then waited ${longDuration(wait.to - wait.from)}`;
  const later = row.bars.some((one) => one.attempt !== null && bar.attempt !== null && one.attempt > bar.attempt);
  return later ? null : "then no attempt left";
}
