import type {
  StageBar,
  StageColumn,
  StageCycleTime,
  StageFigure,
  StageGroup,
  StageHistogram,
  StageInFlight,
  StageReworkItem,
  StageSla,
} from "../api/types";
import { countdown } from "./duration";
import { count } from "./text";

/** What a pass is: the first, each by itself, or all from the first start to the last end. */
export const PASSES = {
  first: { label: "First pass", figure: "first-pass", key: "firstPass" },
  each: { label: "Each pass", figure: "per-pass", key: "perPass" },
  span: { label: "Whole span", figure: "span", key: "span" },
} as const;
export type Pass = keyof typeof PASSES;

export const groupName = ({ workflowStage, workflowName }: StageGroup): string => workflowStage ?? workflowName ?? "";

const NOTHING: StageFigure = { n: 0, p50Ms: null, p90Ms: null, p99Ms: null, meanMs: null, approximate: false };
const NO_SLA = {
  missed: 0,
  met: 0,
  withoutSla: 0,
  leftOut: 0,
  overdueNow: 0,
  missRate: null,
  missRateWithSla: null,
  missedBy: NOTHING,
  overdueBy: NOTHING,
  workflowStage: null,
  workflowName: null,
};

/** One line of the table; what has not been answered yet is null. */
export interface StageLine {
  name: string;
  time: StageFigure | null;
  bars: readonly StageBar[] | null;
  sla: StageSla | null;
  /** of all that are open now, whenever they began */
  open: number;
  overdue: number;
  /** passes per workflow */
  passes: number | null;
}

export function stageLines(
  names: readonly string[],
  pass: Pass,
  answers: {
    times: readonly StageCycleTime[] | undefined;
    bars: readonly StageHistogram[] | undefined;
    sla: readonly StageSla[] | undefined;
    rework: readonly StageReworkItem[] | undefined;
    open: readonly StageColumn[] | undefined;
  },
): StageLine[] {
  const times = byName(answers.times);
  const bars = byName(answers.bars);
  const sla = byName(answers.sla);
  const rework = byName(answers.rework);
  const open = byName(answers.open);
  return names.map((name) => {
    const { started, extraStarts } = rework.get(name) ?? { started: 0, extraStarts: 0 };
    return {
      name,
      time: times.get(name)?.[PASSES[pass].key] ?? (answers.times === undefined ? null : NOTHING),
      bars: bars.get(name)?.bars ?? null,
      sla: sla.get(name) ?? (answers.sla === undefined ? null : NO_SLA),
      open: open.get(name)?.total ?? 0,
      overdue: open.get(name)?.overdue ?? 0,
      passes: started === 0 ? null : (started + extraStarts) / started,
    };
  });
}

export function byName<T extends StageGroup>(items: readonly T[] | undefined): Map<string, T> {
  return new Map((items ?? []).map((item) => [groupName(item), item]));
}

/** All names that any answer has: in the order given, the others behind. */
export function allNames(order: readonly string[], ...answers: (readonly StageGroup[] | undefined)[]): string[] {
  const others = answers.flatMap((answer) => (answer ?? []).map(groupName)).sort();
  return [...new Set([...order, ...others])];
}

const FEW = 20;

/** A share in per cent; of fewer than 20 the count, for a percentage of them would say more than is known. */
export function shareWords(part: number, of: number): string {
  if (of === 0) return "—";
  return of < FEW ? `${count(part)} of ${count(of)}` : percent(part / of);
}

/** One decimal below 10, none above; never a round 0 or 100 that is not one. */
export function percent(share: number): string {
  const hundred = share * 100;
  if (hundred === 0 || hundred === 100) return `${hundred}%`;
  if (hundred < 0.1) return "< 0.1%";
  if (hundred > 99.9) return "> 99.9%";
  return hundred < 10 || hundred > 99 ? `${hundred.toFixed(1)}%` : `${Math.round(hundred)}%`;
}

export type SlaState = "late" | "within" | "none";

/** How a stage stands: late if anything in it is past its due time now. */
export function slaState(line: Pick<StageLine, "sla" | "overdue">, items: readonly StageInFlight[]): SlaState {
  if (line.overdue > 0) return "late";
  const held = (line.sla?.met ?? 0) + (line.sla?.missed ?? 0) > 0 || items.some((item) => item.slaDue !== null);
  return held ? "within" : "none";
}

export interface Due {
  words: string;
  tone: "bad" | "warn" | "";
  /** how much of the time until it is due has gone, from 0 to 1; null without a due time */
  gone: number | null;
}

/** From four fifths of its time on a stage is nearly late. */
const NEARLY = 0.8;

export function dueOf(item: StageInFlight, now: number): Due {
  if (item.slaDue === null) return { words: "", tone: "", gone: null };
  const due = Date.parse(item.slaDue);
  const since = Date.parse(item.since);
  const gone = due <= since ? 1 : Math.min(1, Math.max(0, (now - since) / (due - since)));
  if (now > due) return { words: `${countdown(now - due)} late`, tone: "bad", gone: 1 };
  return { words: `${countdown(due - now)} left`, tone: gone >= NEARLY ? "warn" : "", gone };
}

/** Which pass it is in; nothing of the first. */
export function passWords({ starts }: Pick<StageInFlight, "starts">): string {
  return starts <= 1 ? "" : `${ordinal(starts)} pass`;
}

function ordinal(n: number): string {
  const teen = n % 100 > 10 && n % 100 < 14;
  return `${n}${teen ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th")}`;
}

export const cardId = (item: StageInFlight): string =>
  [item.env, item.serviceKey, item.workflowId, item.runSeq, item.workflowStage].join("\n");

/** A stage of a path; `again` if it stood in it before. */
export interface PathPart {
  /** its place among all */
  at: number;
  stage: string;
  again: boolean;
}

export function pathParts(variant: readonly string[]): PathPart[] {
  return variant.map((stage, at) => ({ at, stage, again: variant.indexOf(stage) < at }));
}
