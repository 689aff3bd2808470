import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { fetchOverview } from "../api/insight";
import { serverNow } from "../live";
import { boundsParams, metricBounds } from "../model/metricRange";
import { DEFAULT_RANGE, type TimeRange } from "../model/scope";
import { useScope } from "./url";

/** Time alone changes what is late, silent or usual. */
const AGAIN_MS = 15_000;

/**
 * What needs a person now, whatever the range, and how all fared in it. Without one it is the same answer for the page and
 * for the count in the rail.
 */
export function useOverview({ range = DEFAULT_RANGE, enabled = true }: { range?: TimeRange; enabled?: boolean } = {}) {
  const { env, service } = useScope();
  return useQuery({
    queryKey: ["counts", "overview", { env, service, range }],
    queryFn: ({ signal }) => fetchOverview({ env, service, ...boundsParams(metricBounds(range, serverNow())) }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
    enabled,
  });
}
