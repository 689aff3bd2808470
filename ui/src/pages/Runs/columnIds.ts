/** Status first, reason last and widest. */
export const COLUMN_IDS = [
  "status",
  "run",
  "id",
  "env",
  "service",
  "shape",
  "steps",
  "lastEvent",
  "started",
  "ended",
  "created",
  "duration",
  "execution",
  "why",
] as const;
export type ColumnId = (typeof COLUMN_IDS)[number];

export const DEFAULT_COLUMNS: readonly ColumnId[] = [
  "status",
  "run",
  "env",
  "service",
  "shape",
  "steps",
  "lastEvent",
  "duration",
  "why",
];
