import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { fetchAccounting, fetchRejected, retryRejected } from "../../api/endpoints";

/** Accounting has no live topic of its own: it is asked for again while the page is open. */
const AGAIN_MS = 5_000;

export function useAccounting() {
  return useQuery({
    queryKey: ["accounting"],
    queryFn: ({ signal }) => fetchAccounting(signal),
    refetchInterval: AGAIN_MS,
  });
}

export function useRejected() {
  return useInfiniteQuery({
    queryKey: ["rejected"],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => fetchRejected({ limit: 50, cursor: pageParam }, signal),
    getNextPageParam: (last) => last.next,
    refetchInterval: AGAIN_MS,
  });
}

export function useRetry() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: retryRejected,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ["rejected"] });
      void queries.invalidateQueries({ queryKey: ["accounting"] });
    },
  });
}
