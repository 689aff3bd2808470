import type { StepMetrics } from "../api/insight";
import { orderEnvironments } from "./environments";

/** A step in two environments. */
export interface StepPair {
  key: string;
  serviceKey: string;
  workflowName: string;
  stepName: string;
  here: StepMetrics | null;
  there: StepMetrics | null;
  /** how much longer the slow ones take here, as a share; null where one side has none */
  differs: number | null;
}

/** The two that are compared: as asked for, else the first two in the usual order. */
export function pairOf(
  environments: readonly string[],
  asked: readonly string[],
): [here: string, there: string] | null {
  const known = orderEnvironments(environments);
  const here = asked[0] !== undefined && known.includes(asked[0]) ? asked[0] : known[0];
  const there = asked[1] !== undefined && known.includes(asked[1]) && asked[1] !== here ? asked[1] : undefined;
  const other = there ?? known.find((env) => env !== here);
  return here === undefined || other === undefined ? null : [here, other];
}

/** The greatest difference first, whichever side is slower; what only one of them has comes last. */
export function stepPairs(steps: readonly StepMetrics[], [here, there]: readonly [string, string]): StepPair[] {
  const pairs = new Map<string, StepPair>();
  for (const step of steps) {
    if (step.env !== here && step.env !== there) continue;
    const { serviceKey, workflowName, stepName } = step;
    const key = JSON.stringify([serviceKey, workflowName, stepName]);
    const pair = pairs.get(key) ?? { key, serviceKey, workflowName, stepName, here: null, there: null, differs: null };
    if (step.env === here) pair.here = step;
    else pair.there = step;
    pairs.set(key, { ...pair, differs: difference(pair) });
  }
  const size = ({ differs }: StepPair) => (differs === null ? -1 : Math.abs(Math.log(1 + differs)));
  return [...pairs.values()].sort((a, b) => size(b) - size(a) || a.stepName.localeCompare(b.stepName));
}

function difference({ here, there }: StepPair): number | null {
  const a = here?.p95DurationMs ?? null;
  const b = there?.p95DurationMs ?? null;
  return a === null || b === null || a <= 0 || b <= 0 ? null : a / b - 1;
}

/** Twice as slow and more asks for a look; below that it may be chance. */
export const differenceTone = (differs: number): "tone-bad" | "tone-warn" | "dim" =>
  differs >= 4 ? "tone-bad" : differs >= 0.5 ? "tone-warn" : "dim";

export const differenceWords = (differs: number): string => {
  const percent = Math.round(differs * 100);
  return percent === 0 ? "the same" : `${percent > 0 ? "+" : "−"}${Math.abs(percent).toLocaleString("en-GB")}%`;
};
