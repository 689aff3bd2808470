import type { StageEdge } from "../api/types";
import { shortDuration } from "./duration";
import { scopeOnly } from "./scope";
import { first, type Search, some, stringifySearch, values } from "./search";
import { count } from "./text";

/** What stages are counted as, and how that is said of several of them. */
export const KINDS = {
  started: "that were started",
  completed: "that were completed",
  missed: "that missed their due time",
  met: "that met their due time",
  "without-sla": "that were completed and held to no due time",
  "left-out": "that were completed with their start unknown, or later",
  overdue: "past their due time now",
  "open-now": "open now",
  "never-completed": "started and never completed",
  abandoned: "abandoned",
  reworked: "that were started again",
  inverted: "whose first completion precedes their first start",
  "inverted-passes": "with a pass that ended before it began",
  "unstarted-passes": "with a pass whose start is unknown",
} as const;
export type Kind = keyof typeof KINDS;

/** Durations that stages may be listed by. */
export const FIGURES = {
  "first-pass": "first pass",
  "per-pass": "pass",
  span: "whole span",
  late: "delay",
} as const;
export type Figure = keyof typeof FIGURES;

/** Any path: whole workflows. */
export const ANY_PATH = "any";

/** What a number on the page on stages counts, as the list behind it is asked for it. */
export interface Behind {
  stage?: string;
  /** instead of those of the page */
  workflow?: string;
  is?: Kind;
  figure?: Figure;
  atLeastMs?: number;
  belowMs?: number;
  fromStage?: string;
  back?: boolean;
  /** the id of a path, or any */
  variant?: string;
  /** not only of the chosen time */
  whenever?: boolean;
}

/** Where the list behind a number is, in the scope of the page. */
export function behindHref(search: Search, { whenever, ...what }: Behind): string {
  const asked = Object.entries(what).map(([name, value]) => [name, value === undefined ? undefined : String(value)]);
  return `/stages/workflows${stringifySearch({
    ...scopeOnly(search),
    ...(whenever ? { from: "all", to: undefined } : {}),
    source: first(search.source),
    workflow: some(values(search.workflow)),
    ...Object.fromEntries(asked),
  })}`;
}

export const behindEdge = ({ fromStage, toStage, back }: StageEdge): Behind => ({ stage: toStage, fromStage, back });

/** Whichever a line is of. */
export const behindLine = (by: "stage" | "workflow", name: string): Behind =>
  by === "stage" ? { stage: name } : { workflow: name };

export type Selection = Omit<Behind, "stage" | "workflow" | "whenever">;

/** What makes these stages those that are meant, behind their number. */
export function selectionWords({ is, figure, atLeastMs, belowMs, fromStage, back, variant }: Selection): string {
  const parts: string[] = [];
  if (is !== undefined) parts.push(KINDS[is]);
  if (figure !== undefined) parts.push(`with a ${FIGURES[figure]}${between(atLeastMs, belowMs)}`);
  if (fromStage !== undefined) {
    parts.push(`${back === true ? "sent back" : back === false ? "that went on" : "that came"} from ${fromStage}`);
  }
  if (variant !== undefined && variant !== ANY_PATH) parts.push("that took this path");
  return parts.join(", ");
}

function between(atLeastMs: number | undefined, belowMs: number | undefined): string {
  const least = atLeastMs === undefined ? "" : ` of ${shortDuration(atLeastMs)} or more`;
  return belowMs === undefined ? least : `${least}${least === "" ? " of" : " and"} less than ${shortDuration(belowMs)}`;
}

/** What they count together, where that is more than there are of them. */
export function togetherWords({ is, fromStage }: Selection, n: number): string {
  if (fromStage !== undefined) return `The way was taken ${count(n)} times`;
  if (is === "reworked") return `They were started again ${count(n)} times`;
  return `They have ${count(n)} such passes`;
}
