import type { AgainstLastGood, ComparedStep, StepDifference } from "../api/failures";
import { shortDuration } from "./duration";
import { counted } from "./text";

type ComparedPair = AgainstLastGood["steps"][number];

/** In what a step differs from the same step of the good run, beyond what stands in both columns; nothing if in nothing. */
export function differenceWords({ here, there, differs }: ComparedPair): string {
  if (here === null) return "only in the good run";
  if (there === null) return "only in this run";
  const words: Record<StepDifference, string | null> = {
    missing: null,
    status: "ended otherwise",
    duration: tookWords(here.durationMs, there.durationMs),
    attempts: attemptWords(here.attempts - there.attempts),
    result: "other result",
  };
  return differs.flatMap((one) => words[one] ?? []).join(", ");
}

function tookWords(here: number | null, there: number | null): string | null {
  if (here === null || there === null) return null;
  return here > there ? `${shortDuration(here - there)} longer` : `${shortDuration(there - here)} shorter`;
}

const attemptWords = (more: number): string =>
  more > 0 ? `${counted(more, "attempt")} more` : `${counted(-more, "attempt")} fewer`;

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
