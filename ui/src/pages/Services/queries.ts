import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type AlertLimits,
  changeAlert,
  changeService,
  fetchServiceFigures,
  type ServiceWords,
} from "../../api/insight";
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
  const again = useAskAgain();
  return useMutation({ mutationFn: (words: ServiceWords) => changeService(key, words), onSuccess: again });
}

/** Null takes it back. */
export function useChangeAlert(key: string, env: string) {
  const again = useAskAgain();
  return useMutation({
    mutationFn: (limits: AlertLimits | null) => changeAlert(key, env, limits),
    onSuccess: again,
  });
}

function useAskAgain() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["counts", "services"] }),
      queries.invalidateQueries({ queryKey: ["counts", "overview"] }),
    ]);
}
