import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { changeService, fetchServiceFigures, type ServiceWords } from "../../api/insight";
import { serverNow } from "../../live";
import { boundsParams, metricBounds } from "../../model/metricRange";
import type { ServicesUrl } from "./url";

const AGAIN_MS = 15_000;

export function useServiceFigures({ env, service, range }: Pick<ServicesUrl, "env" | "service" | "range">) {
  return useQuery({
    queryKey: ["counts", "services", { env, service, range }],
    queryFn: async ({ signal }) => {
      const bounds = metricBounds(range, serverNow());
      return await fetchServiceFigures({ env, service, ...boundsParams(bounds) }, signal);
    },
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
}

export function useChangeService(key: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (words: ServiceWords) => changeService(key, words),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["counts", "services"] }),
        queries.invalidateQueries({ queryKey: ["counts", "overview"] }),
      ]),
  });
}
