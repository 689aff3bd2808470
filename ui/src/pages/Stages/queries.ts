import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Params } from "../../api/client";
import {
  fetchStageBoard,
  fetchStageCycleTime,
  fetchStageDurations,
  fetchStageFlow,
  fetchStageRework,
  fetchStageSla,
  fetchStageVariants,
} from "../../api/endpoints";
import { atMostEvery, live, serverNow } from "../../live";
import { PASSES } from "../../model/stageFigures";
import { type By, type Meaning, type StagesUrl, stageParams, stageParamsNow } from "./url";

const FIGURES = "stages";
const BOARD = "stage-board";
/** How many of each stage are known; beyond these only their number. */
export const MOST_CARDS = 50;

/** Steps are read from the states of all runs in the range, so they are asked for less often. */
const PACE = { stage: { board: 1_000, figures: 3_000 }, step: { board: 10_000, figures: 20_000 } };
/** For what only time changes. */
const AGAIN_MS = { stage: 30_000, step: 60_000 };

/** Whatever changes in the scope makes the figures be asked for again, at a pace; what is shown stays until they are there. */
export function useLiveStages({ source }: StagesUrl): void {
  const queries = useQueryClient();
  useEffect(() => {
    const again = (key: string) => () => void queries.invalidateQueries({ queryKey: [key] });
    const paced = [atMostEvery(PACE[source].board, again(BOARD)), atMostEvery(PACE[source].figures, again(FIGURES))];
    const ask = () => {
      for (const one of paced) one.ask();
    };
    const stop = [live.onRuns(ask), live.onCounts(ask)];
    return () => {
      for (const one of stop) one();
      for (const one of paced) one.stop();
    };
  }, [queries, source]);
}

function useFigures<T>(
  name: string,
  url: StagesUrl,
  fetch: (params: Params, signal: AbortSignal) => Promise<T>,
  more: Params = {},
  enabled = true,
) {
  return useQuery({
    queryKey: [FIGURES, name, { ...stageParams(url), range: url.range, ...more }],
    queryFn: ({ signal }) => fetch({ ...stageParamsNow(url, serverNow()), ...more }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS[url.source],
    staleTime: 0,
    enabled,
  });
}

export const useFlow = (url: StagesUrl) => useFigures("flow", url, fetchStageFlow);
export const useCycleTimes = (url: StagesUrl, by: By = url.by) =>
  useFigures("cycle-time", url, fetchStageCycleTime, { by });
/** Steps are held to no time, so there is nothing to ask. */
export const useSla = (url: StagesUrl, by: By = url.by) =>
  useFigures("sla", url, fetchStageSla, { by }, url.source === "stage");
/** Which workflows there are, whichever are chosen. */
export const useWorkflows = (url: StagesUrl) =>
  useFigures("sla", { ...url, workflow: [] }, fetchStageSla, { by: "workflow" });
export const useDurations = (url: StagesUrl) =>
  useFigures("durations", url, fetchStageDurations, { by: url.by, figure: PASSES[url.pass].figure });
export const useRework = (url: StagesUrl, by: By = url.by) => useFigures("rework", url, fetchStageRework, { by });
export const useVariants = (url: StagesUrl) => useFigures("variants", url, fetchStageVariants, { limit: url.paths });

/** What is in flight, whenever it began: what has been open for longest must not fall out of sight with the range. */
export function useBoard(url: StagesUrl, meaning: Meaning = url.meaning, by: By = "stage") {
  const params = { ...stageParams(url), meaning, by, limit: MOST_CARDS };
  return useQuery({
    queryKey: [BOARD, params],
    queryFn: ({ signal }) => fetchStageBoard(params, signal),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS[url.source],
    staleTime: 0,
  });
}

/** How many stages began, with something of the question changed: for what to drop when nothing is found. */
export function useStageCount(url: StagesUrl) {
  const { data } = useFigures("flow", url, fetchStageFlow);
  return data?.nodes.reduce((sum, node) => sum + node.n, 0);
}
