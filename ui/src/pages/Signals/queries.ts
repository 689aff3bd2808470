import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { fetchTtfsBreaches, fetchTtfsDaily, fetchTtfsHourly } from "../../api/endpoints";
import { serverNow } from "../../live";
import { type Chart, chartOfDays, chartOfHours, isByHours } from "../../model/ttfs";
import { boundsOf, type SignalsUrl, ttfsParams } from "./url";

/** What people wait for today is told a moment later; nobody watches it by the second. */
const AGAIN_MS = 15_000;

export function useChart({ range, surface }: SignalsUrl) {
  return useQuery({
    queryKey: ["ttfs", "chart", range, surface],
    queryFn: async ({ signal }): Promise<Chart> => {
      const bounds = boundsOf(range, serverNow());
      const params = ttfsParams({ surface }, bounds);
      if (isByHours(bounds)) return chartOfHours((await fetchTtfsHourly(params, signal)).items, bounds);
      const [all, cached] = await Promise.all([
        fetchTtfsDaily(params, signal),
        fetchTtfsDaily({ ...params, cacheHit: "true" }, signal),
      ]);
      return chartOfDays(all.items, cached.items, bounds);
    },
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
    staleTime: 0,
  });
}

export function useBreaches({ range, surface }: Pick<SignalsUrl, "range" | "surface">) {
  return useQuery({
    queryKey: ["ttfs", "breaches", range, surface],
    queryFn: async ({ signal }) => {
      const params = ttfsParams({ surface }, boundsOf(range, serverNow()));
      return (await fetchTtfsBreaches(params, signal)).items;
    },
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
    staleTime: 0,
  });
}

/** How many there are with something of the question changed: for what to drop when nothing is found. */
export function useSignalCount(url: Pick<SignalsUrl, "range" | "surface">): number | undefined {
  return useBreaches(url).data?.reduce((sum, hour) => sum + hour.totalSignals, 0);
}
