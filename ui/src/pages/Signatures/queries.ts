import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { fetchSignatures } from "../../api/endpoints";
import type { Signature } from "../../api/signals";
import { useAskAfterRuns } from "../../live/useAskAfterRuns";
import { useKeptOrder } from "../../parts/keptOrder";
import { SIGNATURE, SIGNATURES, SIGNATURES_AGAIN_MS } from "../../parts/signature/queries";
import { listParams, type SignaturesUrl } from "./url";

const PER_PAGE = 50;

/** A run that fails is a reason to ask again. */
export const useLiveSignatures = (): void => useAskAfterRuns([SIGNATURES, SIGNATURE], (run) => run.status === "failed");

const idOf = ({ id }: Signature) => id;

/** The list. What is in it keeps its place while it is read; what is new waits until it is asked for. */
export function useSignatures(url: SignaturesUrl) {
  const asked = JSON.stringify(listParams(url));
  const query = useInfiniteQuery({
    queryKey: [SIGNATURES, asked],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      fetchSignatures({ ...listParams(url), limit: PER_PAGE, cursor: pageParam }, signal),
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    refetchInterval: SIGNATURES_AGAIN_MS,
    staleTime: 0,
  });
  const pages = query.data?.pages;
  const found = useMemo(() => pages?.flatMap((page) => page.items), [pages]);
  const { shown, waiting, showWaiting } = useKeptOrder(
    `${asked} ${pages?.length ?? 0}`,
    query.isPlaceholderData ? undefined : found,
    idOf,
  );
  return { query, shown: query.isPlaceholderData ? (found ?? []) : shown, waiting, showWaiting };
}
