import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { fetchCounts, fetchRuns } from "../../api/endpoints";
import type { Page, RunItem } from "../../api/types";
import { serverNow, useLiveRuns } from "../../live";
import { patchPages, withoutRepeats } from "../../model/liveList";
import { matchesFilters, type RunFilters } from "../../model/runFilters";
import { OPEN_STATUSES } from "../../model/runTabs";
import { filterParams, type RunsUrl, rangeNow } from "./url";

const PAGE_SIZE = 100;

/** A page remembers the range it was asked for: the next one has to ask for the same. */
interface RunsPage extends Page<RunItem> {
  range: { from?: string; to?: string };
  tookMs: number;
}
interface PageParam {
  cursor: string;
  range: RunsPage["range"];
}

export function useRuns(url: RunsUrl) {
  const { filters, range, basis, sort, order } = url;
  const key = useMemo(() => ["runs", { filters, range, basis, sort, order }], [filters, range, basis, sort, order]);
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: null as PageParam | null,
    queryFn: async ({ pageParam, signal }): Promise<RunsPage> => {
      const asked = pageParam?.range ?? rangeNow(url, serverNow());
      const begun = performance.now();
      const params = {
        ...filterParams(filters, basis, asked),
        sort,
        order,
        limit: PAGE_SIZE,
        cursor: pageParam?.cursor,
      };
      const page = await fetchRuns(params, signal);
      return { ...page, range: asked, tookMs: performance.now() - begun };
    },
    getNextPageParam: (last): PageParam | null =>
      last.next === null ? null : { cursor: last.next, range: last.range },
    placeholderData: keepPreviousData,
    // Changes that came while another page was shown are not in it.
    staleTime: 0,
  });
  const runs = useMemo(() => withoutRepeats((query.data?.pages ?? []).flatMap((page) => page.items)), [query.data]);
  return { query, runs, key, ...useWaitingRuns(key, url) };
}

/** Rows that are shown change in place; new ones wait until they are asked for. */
function useWaitingRuns(key: readonly unknown[], url: RunsUrl) {
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has nothing waiting
  useEffect(() => setWaiting(new Set()), [key]);

  useLiveRuns((changed) => {
    const shown = queries.getQueryData<InfiniteData<RunsPage>>(key);
    if (shown === undefined) return;
    const known = new Set(shown.pages.flatMap((page) => page.items.map((run) => run.id)));
    queries.setQueryData<InfiniteData<RunsPage>>(key, { ...shown, pages: patchPages(shown.pages, changed) });
    const range = rangeNow(url, serverNow());
    const fresh = changed.filter((run) => !known.has(run.id) && matchesFilters(run, url.filters, url.basis, range));
    if (fresh.length > 0) setWaiting((before) => new Set([...before, ...fresh.map((run) => run.id)]));
  });

  /** From the top again, with the first page only: what is further down is loaded when it is scrolled to. */
  const showWaiting = useCallback(async () => {
    setWaiting(new Set());
    queries.setQueryData<InfiniteData<RunsPage>>(key, (data) =>
      data === undefined ? data : { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    window.scrollTo({ top: 0 });
    await queries.invalidateQueries({ queryKey: key });
  }, [queries, key]);
  return { waiting: waiting.size, showWaiting };
}

/** Counts by status and by health of everything that the other filters leave. */
export function useRunCounts(url: RunsUrl) {
  const filters = { ...url.filters, status: [], health: [] };
  const byStatus = useCount(url, "status", filters);
  const byHealth = useCount(url, "health", { ...filters, status: OPEN_STATUSES });
  return { byStatus: byStatus.data, byHealth: byHealth.data };
}

export function useCount(url: Pick<RunsUrl, "range" | "basis">, by: string, filters: RunFilters, enabled = true) {
  const { range, basis } = url;
  return useQuery({
    queryKey: ["counts", "runs", by, { filters, range, basis }],
    queryFn: ({ signal }) =>
      fetchCounts(by, filterParams(filters, basis, rangeNow(url as RunsUrl, serverNow())), signal),
    placeholderData: keepPreviousData,
    enabled,
  });
}
