import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { changeSignature, fetchSignature, fetchSignatures } from "../../api/endpoints";
import type { Signature, SignaturePatch } from "../../api/signals";
import type { Page } from "../../api/types";
import { atMostEvery, live } from "../../live";
import { keptInPlace } from "../../model/signatures";
import { REGRESSED } from "../../shell/badges";
import { listParams, type SignaturesUrl } from "./url";

const LIST = "signatures";
const ONE = "signature";
const PER_PAGE = 50;
/** Learning follows a failure after a moment: asking at once would be too early, and may be so the first time. */
const LEARNED_MS = [500, 3_000];
const PACE_MS = 1_000;
/** For what only time changes, such as confidence, and for what was learned late. */
const AGAIN_MS = 15_000;

/** A run that fails is a reason to ask again, at a pace. */
export function useLiveSignatures(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const paced = atMostEvery(PACE_MS, () => {
      void queries.invalidateQueries({ queryKey: [LIST] });
      void queries.invalidateQueries({ queryKey: [ONE] });
    });
    const waiting = new Set<ReturnType<typeof setTimeout>>();
    const askIn = (ms: number) => {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        paced.ask();
      }, ms);
      waiting.add(timer);
    };
    const stop = live.onRuns((runs) => {
      if (waiting.size === 0 && runs.some((run) => run.status === "failed")) LEARNED_MS.forEach(askIn);
    });
    return () => {
      stop();
      for (const timer of waiting) clearTimeout(timer);
      paced.stop();
    };
  }, [queries]);
}

/** The list. What is in it keeps its place while it is read; what is new waits until it is asked for. */
export function useSignatures(url: SignaturesUrl) {
  const asked = JSON.stringify(listParams(url));
  const query = useInfiniteQuery({
    queryKey: [LIST, asked],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      fetchSignatures({ ...listParams(url), limit: PER_PAGE, cursor: pageParam }, signal),
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
    staleTime: 0,
  });
  const pages = query.data?.pages;
  const found = useMemo(() => (pages ?? []).flatMap((page) => page.items), [pages]);
  // Another question, or more of the same, is another list; an empty one has nothing that could move.
  const list = `${asked} ${pages?.length ?? 0}`;
  const [order, setOrder] = useState<{ of: string; ids: readonly string[] }>({ of: "", ids: [] });
  const show = useCallback(() => setOrder({ of: list, ids: found.map(({ id }) => id) }), [list, found]);
  const fresh = query.isSuccess && !query.isPlaceholderData;
  useEffect(() => {
    if (fresh && found.length > 0 && order.of !== list) show();
  }, [fresh, found.length, order.of, list, show]);
  const { shown, waiting } = useMemo(
    () => (order.of === list ? keptInPlace(order.ids, found) : { shown: found, waiting: 0 }),
    [order, list, found],
  );
  return { query, shown, waiting, showWaiting: show };
}

export function useSignature(id: string) {
  return useQuery({
    queryKey: [ONE, id],
    queryFn: ({ signal }) => fetchSignature(id, signal),
    refetchInterval: AGAIN_MS,
    staleTime: 0,
  });
}

/** What was changed is shown where it stands; which list it belongs to is asked for the next time. */
export function useChangeSignature(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: SignaturePatch) => changeSignature(id, change),
    onSuccess: (changed) => {
      queries.setQueryData<Signature>([ONE, id], changed);
      queries.setQueriesData<InfiniteData<Page<Signature>>>({ queryKey: [LIST] }, (data) =>
        data === undefined ? data : { ...data, pages: data.pages.map((page) => withChanged(page, changed)) },
      );
      void queries.invalidateQueries({ queryKey: REGRESSED });
    },
  });
}

const withChanged = (page: Page<Signature>, changed: Signature): Page<Signature> => ({
  ...page,
  items: page.items.map((one) => (one.id === changed.id ? changed : one)),
});
