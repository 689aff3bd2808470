import type { RunDetail, Step, Workflow } from "../api/types";
import { longDuration } from "./duration";
import { lookOf } from "./status";

/** One sentence that says how a run stands, with the step it is about set apart; `follows` says what comes of it. */
export interface Sentence {
  before: string;
  step: string | null;
  after: string;
  follows: string | null;
}

export function runSentence(detail: RunDetail, now: number): Sentence {
  const { workflow } = detail;
  switch (workflow.status) {
    case "failed":
      return failedSentence(workflow, detail.steps);
    case "completed":
      return plain(`Completed${took(workflow)}.`, againstUsual(workflow));
    case "cancelled":
      return plain(
        `Cancelled${took(workflow)}${workflow.reason === null ? "." : `: ${sentence(gist(workflow.reason.text))}`}`,
      );
    case "pending":
      return plain(`Queued for ${longDuration(Math.max(0, now - Date.parse(workflow.createdAt)))}, not started.`);
    default:
      return openSentence(detail, now);
  }
}

const plain = (before: string, follows: string | null = null): Sentence => ({ before, step: null, after: "", follows });

function failedSentence(workflow: Workflow, steps: readonly Step[]): Sentence {
  const step = steps.find((one) => one.stepName === workflow.errorStepName);
  const tries = step === undefined ? null : Math.max(step.currentAttempt, workflow.errorAttempt ?? 0);
  const after = tries !== null && tries > 1 ? ` after ${tries} attempts` : "";
  const why = workflow.errorMessage === null ? "." : `: ${sentence(gist(workflow.errorMessage))}`;
  const never = steps.filter((one) => one.status === "pending").map((one) => one.stepName);
  const follows =
    never.length === 0
      ? null
      : `Not reached: ${never.slice(0, 4).join(", ")}${never.length > 4 ? ` and ${never.length - 4} more` : ""}.`;
  if (workflow.errorStepName === null) return { ...plain(`Failed${after}${why}`), follows };
  return { before: "Failed at ", step: workflow.errorStepName, after: `${after}${why}`, follows };
}

function openSentence({ workflow }: RunDetail, now: number): Sentence {
  const reason = workflow.health?.reason ?? null;
  if (reason !== null && lookOf(workflow) !== "running") return plain(sentence(reason), timeLeft(workflow, now));
  if (workflow.currentStep === null)
    return plain(reason === null ? "Running." : sentence(reason), timeLeft(workflow, now));
  return { before: "Running ", step: workflow.currentStep, after: ".", follows: timeLeft(workflow, now) };
}

/** From what runs of this name usually need; said only with enough of them behind it. */
function timeLeft(workflow: Workflow, now: number): string | null {
  if (workflow.usual === null || workflow.startedAt === null) return null;
  const elapsed = now - Date.parse(workflow.startedAt);
  const { p50Ms, p95Ms, n } = workflow.usual;
  if (elapsed < p50Ms)
    return `Half of the last ${n} runs needed ${longDuration(p50Ms)}: about ${longDuration(p50Ms - elapsed)} left.`;
  const beyond = elapsed > p95Ms ? ", longer than 95 of 100 do" : "";
  return `It has taken ${longDuration(elapsed)}${beyond}; usually it takes ${longDuration(p50Ms)} (${n} runs).`;
}

const took = (workflow: Workflow) =>
  workflow.durationMs === null ? "" : ` after ${longDuration(workflow.durationMs)}`;

function againstUsual({ usual, durationMs }: Workflow): string | null {
  if (usual === null || durationMs === null) return null;
  const slower = durationMs > usual.p95Ms ? " This one was slower than 95 of 100." : "";
  return `Runs of this name usually need ${longDuration(usual.p50Ms)} (${usual.n} runs).${slower}`;
}

const LONGEST = 240;

/** The first line of an error, cut where it is no longer a sentence; all of it stands below. */
function gist(text: string): string {
  const line = text.split("\n", 1)[0] ?? text;
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST).trimEnd()}…`;
}

const sentence = (text: string) => (/[.!?…。]$/.test(text) ? text : `${text}.`);

/** What the server had to conclude because its event is missing, or had to correct because an event came late. */
export function inferredWords(field: string): string {
  switch (field) {
    case "started_at":
    case "startedAt":
      return "The start is inferred from the first thing that happened: no start event of the run has come.";
    case "status":
      return "The status is inferred from later events: the event that would say it has not come.";
    default:
      return `${words(field)} is inferred: its own event has not come.`;
  }
}

/** startedAt, started_at → Started at */
export function words(field: string): string {
  const text = field
    .replace(/_/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
