import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Params } from "../../api/client";
import {
  fetchDurations,
  fetchEnvironmentScores,
  fetchRetryMetrics,
  fetchSeries,
  fetchSlower,
  fetchStepMetrics,
  fetchWorkflowMetrics,
  fetchWorkflowsAcross,
} from "../../api/insight";
import { serverNow, useStretchOf } from "../../live";
import { type Bounds, boundsParams, bucketOf, metricBounds } from "../../model/metricRange";
import { heatBucket } from "../../model/retries";
import type { AnalyticsUrl } from "./url";

/** All figures of the page are of the same time, which goes on in steps: what ended meanwhile comes with the next. */
const STEP_MS = 15_000;
/** A range that has gone on is not asked for again. */
const KEPT_MS = 60_000;

export function useBounds({ range }: Pick<AnalyticsUrl, "range">): Bounds {
  const step = useStretchOf(STEP_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each step it is later
  return useMemo(() => metricBounds(range, serverNow()), [range, step]);
}

interface Asked {
  url: AnalyticsUrl;
  bounds: Bounds;
}

const scopeOf = ({ env, service, name }: AnalyticsUrl): Params => ({ env, service, name });

function useFigures<T>(
  what: string,
  params: Params,
  fetch: (params: Params, signal: AbortSignal) => Promise<T>,
  enabled = true,
) {
  return useQuery({
    queryKey: ["metrics", what, params],
    queryFn: ({ signal }) => fetch(params, signal),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
    enabled,
  });
}

const counted = ({ url, bounds }: Asked): Params => ({
  ...scopeOf(url),
  ...boundsParams(bounds),
  basis: url.counted,
});

export const useScores = (asked: Asked) => useFigures("scores", counted(asked), fetchEnvironmentScores);

const boundsBefore = ({ from, to }: Bounds): Bounds => ({ from: 2 * from - to, to: from });

/** The same of the range of equal length before. */
export function useScoresBefore({ url, bounds }: Asked) {
  return useFigures(
    "scores before",
    counted({ url, bounds: boundsBefore(bounds) }),
    fetchEnvironmentScores,
    url.isCompared,
  );
}

export const useWorkflows = (asked: Asked) =>
  useFigures(
    "workflows",
    { ...counted(asked), compare: asked.url.isCompared ? "before" : undefined },
    fetchWorkflowMetrics,
  );

export const useSeries = ({ url, bounds }: Asked, by: "env" | "workflow") =>
  useFigures(
    `series by ${by}`,
    { ...scopeOf(url), ...boundsParams(bounds), bucket: bucketOf(bounds), by },
    fetchSeries,
  );

export const useDurations = (asked: Asked, by: "env" | "workflow") =>
  useFigures(`durations by ${by}`, { ...counted(asked), by }, fetchDurations);

export const useAcross = (asked: Asked) => useFigures("across", counted(asked), fetchWorkflowsAcross);

/** Steps are told of the runs that started in the range, whatever else is counted. */
export const useRetries = ({ url, bounds }: Asked) =>
  useFigures("retries", { ...scopeOf(url), ...boundsParams(bounds), bucket: heatBucket(bounds) }, fetchRetryMetrics);

export const useSteps = ({ url, bounds }: Asked) =>
  useFigures("steps", { ...scopeOf(url), ...boundsParams(bounds) }, fetchStepMetrics);

/** The same of the runs that started in the range before; when they were tried again is drawn of the range alone. */
export const useRetriesBefore = ({ url, bounds }: Asked) =>
  useFigures(
    "retries before",
    { ...scopeOf(url), ...boundsParams(boundsBefore(bounds)) },
    fetchRetryMetrics,
    url.isCompared,
  );

export const useStepsBefore = ({ url, bounds }: Asked) =>
  useFigures(
    "steps before",
    { ...scopeOf(url), ...boundsParams(boundsBefore(bounds)) },
    fetchStepMetrics,
    url.isCompared,
  );

export const useSlower = (asked: Asked) => useFigures("slower", counted(asked), fetchSlower);
