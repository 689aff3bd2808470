import type { AgainstLastGood, ComparedStep, StepDifference } from "../api/failures";
import { shortDuration } from "./duration";
import { counted } from "./text";

type ComparedPair = AgainstLastGood["steps"][number];

const DIFFERENCE_WORDS: Record<Exclude<StepDifference, "missing">, string> = {
  status: "ended otherwise",
  duration: "took another time",
  attempts: "other attempts",
  result: "other result",
};

/** In what a step differs from the same step of the good run, in words; nothing if in nothing. */
export function differenceWords({ here, there, differs }: ComparedPair): string {
  if (here === null) return "only in the good run";
  if (there === null) return "only in this run";
  return differs
    .flatMap((one) => (one === "missing" ? [] : [one === "duration" ? tookWords(here, there) : DIFFERENCE_WORDS[one]]))
    .join(", ");
}

function tookWords({ durationMs: here }: ComparedStep, { durationMs: there }: ComparedStep): string {
  if (here === null || there === null) return DIFFERENCE_WORDS.duration;
  return here > there ? `${shortDuration(here - there)} longer` : `${shortDuration(there - here)} shorter`;
}

/** Completed, 2.1 s, 3 attempts. */
export function sideWords(side: ComparedStep | null): string {
  if (side === null) return "not reached";
  const parts = [
    side.status,
    side.durationMs === null ? null : shortDuration(side.durationMs),
    side.attempts > 1 ? counted(side.attempts, "attempt") : null,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

/** The longest that any step took in either run: both are drawn to this scale. */
export const longestStep = (steps: readonly ComparedPair[]): number =>
  Math.max(1, ...steps.flatMap(({ here, there }) => [here?.durationMs ?? 0, there?.durationMs ?? 0]));
