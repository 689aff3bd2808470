import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { fetchAccounting, fetchRejected, fetchRejectedOne, retryRejected } from "../../api/endpoints";
import { useKeptOrder } from "../../parts/keptOrder";
import type { IngestUrl } from "./url";

/** Accounting has no live topic of its own: it is asked for again while the page is open. */
const AGAIN_MS = 5_000;

export function useAccounting() {
  return useQuery({
    queryKey: ["accounting"],
    queryFn: ({ signal }) => fetchAccounting(signal),
    refetchInterval: AGAIN_MS,
  });
}

const REJECTED = "rejected";

/** Newest first. What is in the list keeps its place while it is read; what comes, or comes again, waits until it is asked for. */
export function useRejected({ env, service }: Pick<IngestUrl, "env" | "service">) {
  const query = useInfiniteQuery({
    queryKey: [REJECTED, "list", { env, service }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => fetchRejected({ env, service, limit: 50, cursor: pageParam }, signal),
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
  const pages = query.data?.pages;
  const found = useMemo(() => pages?.flatMap((page) => page.items), [pages]);
  const list = JSON.stringify([env, service, pages?.length]);
  const kept = useKeptOrder(list, query.isPlaceholderData ? undefined : found, ({ id }) => String(id));
  const events = query.isPlaceholderData ? (found ?? []) : kept.shown.filter(({ id }) => !kept.gone.has(String(id)));
  return { query, events, waiting: kept.waiting, showWaiting: kept.showWaiting };
}

/** The one that a link leads to, which may be none of those that are shown. */
export function useRejectedOne(id: number | null, enabled: boolean) {
  return useQuery({
    queryKey: [REJECTED, "one", id],
    queryFn: ({ signal }) => fetchRejectedOne(id ?? 0, signal),
    enabled: enabled && id !== null,
  });
}

export function useRetry() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: retryRejected,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [REJECTED] });
      void queries.invalidateQueries({ queryKey: ["accounting"] });
    },
  });
}
