import type { Attempt, RunDetail, Sleep, Step, Workflow } from "../../api/types";

/** Builds run details for the tests of the timeline; times are seconds after the start. */
const START = Date.parse("2026-11-12T14:00:00Z");

export const at = (seconds: number): string => new Date(START + seconds * 1_000).toISOString();
export const moment = (seconds: number): number => START + seconds * 1_000;

export function run(parts: {
  workflow?: Partial<Workflow>;
  steps?: Step[];
  attempts?: Attempt[];
  sleeps?: Sleep[];
}): RunDetail {
  return {
    workflow: { ...WORKFLOW, ...parts.workflow },
    steps: parts.steps ?? [],
    attempts: parts.attempts ?? [],
    sleeps: parts.sleeps ?? [],
    runs: [],
    interventions: [],
    signal: null,
    at: null,
    knownUntil: null,
  };
}

export function step(stepName: string, more: Partial<Step> = {}): Step {
  return {
    id: stepName,
    stepName,
    status: "completed",
    currentAttempt: 1,
    maxAttempts: null,
    result: null,
    cached: false,
    errorMessage: null,
    errorStack: null,
    willRetry: false,
    retryCount: 0,
    nextRetryAt: null,
    lastRetryDelayMs: null,
    timeoutMs: null,
    timeoutDeadline: null,
    timedOut: false,
    startedAt: null,
    completedAt: null,
    durationMs: null,
    totalDurationMs: null,
    createdAt: at(0),
    executionOrder: 1,
    inferred: false,
    ...more,
  };
}

export function attempt(
  stepName: string,
  attemptNumber: number,
  from: number | null,
  to: number | null,
  more: Partial<Attempt> = {},
): Attempt {
  return {
    id: `${stepName} ${attemptNumber}`,
    stepName,
    attemptNumber,
    result: to === null ? null : "success",
    errorMessage: null,
    errorStack: null,
    startedAt: from === null ? null : at(from),
    endedAt: to === null ? null : at(to),
    durationMs: from === null || to === null ? null : (to - from) * 1_000,
    retryScheduled: false,
    retryDelayMs: null,
    nextAttemptAt: null,
    startEventId: null,
    endEventId: null,
    ...more,
  };
}

export const failed = (next: number | null = null): Partial<Attempt> => ({
  result: "failure",
  errorMessage: "no answer",
  retryScheduled: next !== null,
  nextAttemptAt: next === null ? null : at(next),
});

export function sleep(from: number, resume: number, completed: number | null): Sleep {
  return {
    id: `sleep ${from}`,
    durationMs: ((completed ?? resume) - from) * 1_000,
    startedAt: at(from),
    resumeAt: at(resume),
    completedAt: completed === null ? null : at(completed),
    completed: completed !== null,
    startEventId: null,
    completeEventId: null,
    inferred: false,
  };
}

const WORKFLOW: Workflow = {
  id: "w",
  env: "production",
  serviceKey: "orders",
  workflowId: "ord_1",
  workflowName: "processOrder",
  executionId: null,
  runSeq: 1,
  status: "completed",
  pauseReason: null,
  resumeAt: null,
  currentStep: null,
  completedSteps: [],
  totalStepsExecuted: 0,
  stepCount: 0,
  errorMessage: null,
  errorStepName: null,
  errorAttempt: null,
  startedAt: at(0),
  completedAt: null,
  failedAt: null,
  cancelledAt: null,
  endedAt: at(100),
  durationMs: 100_000,
  createdAt: at(0),
  updatedAt: at(0),
  lastEventId: null,
  lastEventAt: null,
  inferred: [],
  health: null,
  shape: [],
  usual: null,
  reason: null,
  session: false,
  input: null,
  output: null,
  errorStack: null,
  reportedDurationMs: null,
  corrected: [],
};
