import type { NextAction, Outcome, Signal, SignalKind } from "../api/signals";
import type { RunDetail, RunRef } from "../api/types";
import { longDuration } from "./duration";
import { runHref } from "./runAddress";
import { runSentence, type Sentence } from "./runSentence";
import { isOpen, lookOf } from "./status";

/** A signal and when it was said, by the server's clock: the time that is left counts from there. */
export interface Heard {
  signal: Signal;
  at: number;
}

/** One that was changed later wins; of the same one that which was said last, for it knows the time that is left. */
export function newest(heard: readonly (Heard | null)[]): Heard | null {
  const changed = ({ signal }: Heard) => (signal.updatedAt === null ? 0 : Date.parse(signal.updatedAt));
  return heard.reduce((best, one) => {
    if (best === null || one === null) return best ?? one;
    const later = changed(one) - changed(best);
    return later > 0 || (later === 0 && one.at > best.at) ? one : best;
  }, null);
}

/** The server tells of the newest run of an id as it is now: of earlier runs and moments it says nothing. */
export function isToldOf({ at, workflow, runs }: Pick<RunDetail, "at" | "workflow" | "runs">): boolean {
  return at === null && runs.every((run) => run.runSeq <= workflow.runSeq);
}

const KIND_WORDS: Record<SignalKind, string> = {
  queued: "Queued",
  started: "Started",
  phase: "Working",
  blocked: "Waiting",
  failed: "Failed",
  succeeded: "Succeeded",
  canceled: "Cancelled",
  unavailable: "Silent",
};

/** Failed in fetch. A phase that is not known is not worth a word, and what succeeded did so in all of them. */
export const kindWords = ({ kind, phase }: Pick<Signal, "kind" | "phase">): string =>
  phase === "unknown" || kind === "succeeded" ? KIND_WORDS[kind] : `${KIND_WORDS[kind]} in ${phase}`;

/** The server's sentence with its step set apart; what comes of it is told from the run. */
export function signalSentence({ signal, at }: Heard, detail: RunDetail, now: number): Sentence {
  if (detail.workflow.session && isOpen(detail.workflow)) {
    return { before: "The session goes on, for as long as somebody streams.", step: null, after: "", follows: null };
  }
  const { step } = signal.diagnostics;
  const said = ended(signal.summary);
  const place = step === undefined || step === "" ? -1 : said.indexOf(step);
  const parts =
    step === undefined || place < 0
      ? { before: said, step: null, after: "" }
      : { before: said.slice(0, place), step, after: said.slice(place + step.length) };
  return { ...parts, follows: whatFollows({ signal, at }, detail, now) };
}

const ended = (text: string) => (/[.!?…。]$/.test(text) ? text : `${text}.`);

function whatFollows(heard: Heard, detail: RunDetail, now: number): string | null {
  const { workflow } = detail;
  const computed = runSentence(detail, now).follows;
  const look = lookOf(workflow);
  if ((look === "overdue" || look === "stuck") && workflow.health !== null) return ended(workflow.health.reason);
  const left = timeLeft(heard, now);
  if (left !== null) {
    const { usual } = workflow;
    return `${left}.${usual === null ? "" : ` Half of the last ${usual.n} runs needed ${longDuration(usual.p50Ms)}.`}`;
  }
  const { attempt } = heard.signal.diagnostics;
  const tried =
    workflow.status === "failed" && attempt !== undefined && attempt > 1 ? `It was tried ${attempt} times.` : null;
  return [tried, computed].filter((one) => one !== null).join(" ") || null;
}

const MOMENT_MS = 10_000;

/** Counts down from when it was said; null where nothing is known, or nothing is left to wait for. */
export function timeLeft({ signal, at }: Heard, now: number): string | null {
  if (signal.etaSeconds === null) return null;
  const left = signal.etaSeconds * 1_000 - Math.max(0, now - at);
  if (left < -MOMENT_MS) return "It takes longer than usual";
  return left < 1_000 ? "Should end any moment" : `About ${longDuration(left)} left`;
}

const OUTCOME_WORDS: Record<Outcome["status"], string> = {
  succeeded: "completed",
  failed: "failed",
  canceled: "cancelled",
};

/** The workflow's run before this one: how it ended, with its address if it is known which it was. */
export function outcomeBefore(
  { lastKnownOutcome: outcome }: Signal,
  { env, serviceKey }: Pick<RunRef, "env" | "serviceKey">,
) {
  if (outcome === null) return null;
  const { workflow_id: workflowId, run_seq: runSeq } = outcome;
  const address = workflowId === undefined ? null : runHref({ env, serviceKey, workflowId });
  return {
    word: OUTCOME_WORDS[outcome.status] ?? outcome.status,
    at: outcome.finished_at,
    durationMs: outcome.duration_ms ?? null,
    workflowId: workflowId ?? null,
    runSeq: runSeq ?? null,
    href: address === null ? null : `${address}${runSeq === undefined ? "" : `?run=${runSeq}`}`,
  };
}

/** Those that lead somewhere else than here, and nowhere that stands beside them already. */
export function actionsFrom(
  { nextActions }: Signal,
  here: RunRef & { runSeq: number },
  shown: readonly string[],
): NextAction[] {
  const address = runHref(here);
  const known = new Set([...shown, address, `${address}?run=${here.runSeq}`]);
  return nextActions.filter(({ href }) => safeHref(href) !== null && !known.has(href));
}

/**
 * An address that somebody entered, if a link may lead there: a page of this window, or one of the web. What a browser would
 * run as a script is none.
 */
export function safeHref(address: string | null): string | null {
  if (address === null) return null;
  if (isInside(address)) return address;
  try {
    const { protocol } = new URL(address);
    return protocol === "https:" || protocol === "http:" ? address : null;
  } catch {
    return null;
  }
}

/** From this window's root on. Two slashes, or one and a backslash, are another host to a browser. */
export const isInside = (address: string): boolean => /^\/(?![/\\])/.test(address);
