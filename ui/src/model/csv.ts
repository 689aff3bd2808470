import type { RunItem } from "../api/types";

/** What of a run goes into a file, under which name: all that a list knows, whichever columns are shown. */
const FIELDS: readonly [string, (run: RunItem) => string | number | null | undefined][] = [
  ["workflowId", (run) => run.workflowId],
  ["workflowName", (run) => run.workflowName],
  ["env", (run) => run.env],
  ["serviceKey", (run) => run.serviceKey],
  ["executionId", (run) => run.executionId],
  ["runSeq", (run) => run.runSeq],
  ["status", (run) => run.status],
  ["health", (run) => run.health?.state],
  ["healthReason", (run) => run.health?.reason],
  ["currentStep", (run) => run.currentStep],
  ["stepsCompleted", (run) => run.completedSteps.length],
  ["stepCount", (run) => run.stepCount],
  ["createdAt", (run) => run.createdAt],
  ["startedAt", (run) => run.startedAt],
  ["endedAt", (run) => run.endedAt],
  ["lastEventAt", (run) => run.lastEventAt],
  ["durationMs", (run) => run.durationMs],
  ["errorStepName", (run) => run.errorStepName],
  ["errorAttempt", (run) => run.errorAttempt],
  ["errorMessage", (run) => run.errorMessage],
];

/** RFC 4180, with a mark in front so that spreadsheets read it as UTF-8. */
export function runsAsCsv(runs: readonly RunItem[]): string {
  const lines = [FIELDS.map(([name]) => name), ...runs.map((run) => FIELDS.map(([, value]) => cell(value(run))))];
  return `\uFEFF${lines.map((line) => line.join(",")).join("\r\n")}\r\n`;
}

function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  // What begins like a formula would be one in a spreadsheet, and these texts come from anywhere.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
