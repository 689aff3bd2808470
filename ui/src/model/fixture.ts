import type { Signal, Signature } from "../api/signals";
import type { Health, RunItem } from "../api/types";

/** A run for tests: completed within ten seconds; what matters is given. */
export function aRun(given: Partial<RunItem> = {}): RunItem {
  return {
    id: "r1",
    workflowId: "ord_1",
    workflowName: "processOrder",
    env: "production",
    serviceKey: "orders",
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
    startedAt: "2026-11-12T14:00:00.000Z",
    completedAt: "2026-11-12T14:00:10.000Z",
    failedAt: null,
    cancelledAt: null,
    endedAt: "2026-11-12T14:00:10.000Z",
    durationMs: 10_000,
    createdAt: "2026-11-12T14:00:00.000Z",
    updatedAt: "2026-11-12T14:00:10.000Z",
    lastEventId: null,
    lastEventAt: "2026-11-12T14:00:10.000Z",
    inferred: [],
    health: null,
    shape: [],
    usual: null,
    reason: null,
    session: false,
    ...given,
  };
}

/** One that still goes on. */
export function anOpenRun(health: Partial<Health>, given: Partial<RunItem> = {}): RunItem {
  return aRun({
    status: "running",
    completedAt: null,
    endedAt: null,
    durationMs: null,
    health: { state: "ok", reason: "", until: null, attempt: null, maxAttempts: null, ...health },
    ...given,
  });
}

/** A signal for tests: of a run at its first step. */
export function aSignal(given: Partial<Signal> = {}): Signal {
  return {
    jobId: "r1",
    runId: "r1-1",
    env: "production",
    serviceKey: "orders",
    kind: "phase",
    phase: "unknown",
    summary: "Running it.",
    since: "2026-11-12T14:00:00.000Z",
    etaSeconds: null,
    lastKnownOutcome: null,
    nextActions: [],
    diagnostics: {},
    seenBefore: null,
    updatedAt: "2026-11-12T14:00:00.000Z",
    ...given,
  };
}

/** A signature for tests: seen twice, and nobody has said anything of it. */
export function aSignature(given: Partial<Signature> = {}): Signature {
  return {
    id: "s1",
    phase: "unknown",
    errorCode: "v1:9c4e17ab",
    imagePattern: null,
    example: "Card declined",
    sampleCount: 2,
    samplesLastDay: 1,
    firstSeenAt: "2026-11-10T14:00:00.000Z",
    lastMatchedAt: "2026-11-12T14:00:00.000Z",
    confidence: 0.5,
    state: "known",
    sentence: "Seen 2 times, usually gone after 5 min.",
    mttrP50Seconds: 300,
    mttrP95Seconds: 900,
    likelyCause: null,
    suggestedAction: null,
    remediationUrl: null,
    resolvedAt: null,
    ignoredUntil: null,
    ignoredUpTo: null,
    enabled: true,
    learned: true,
    workflows: ["processOrder"],
    steps: ["charge-card"],
    environments: ["production"],
    services: ["orders"],
    lastRun: null,
    ...given,
  };
}
