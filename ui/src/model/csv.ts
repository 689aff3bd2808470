import type { RunItem } from "../api/types";

/** A column of a file: its name, and what stands in it. */
export type CsvField<T> = readonly [name: string, value: (row: T) => string | number | null | undefined];

/** What of a run goes into a file, under which name: all that a list knows, whichever columns are shown. */
const FIELDS: readonly CsvField<RunItem>[] = [
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

export const runsAsCsv = (runs: readonly RunItem[]): string => asCsv(FIELDS, runs);

/** RFC 4180, with a mark in front so that spreadsheets read it as UTF-8. */
export function asCsv<T>(fields: readonly CsvField<T>[], rows: readonly T[]): string {
  const lines = [fields.map(([name]) => name), ...rows.map((row) => fields.map(([, value]) => cell(value(row))))];
  return `\uFEFF${lines.map((line) => line.join(",")).join("\r\n")}\r\n`;
}

function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  // What begins like a formula would be one in a spreadsheet, and these texts come from anywhere.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
