import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Params } from "../../api/client";
import { fetchCounts, fetchRuns } from "../../api/endpoints";
import type { Page, RunItem } from "../../api/types";
import { atMostEvery, live, RUN_LIST, serverNow, useLiveRuns } from "../../live";
import type { EnvironmentCounts } from "../../model/comparison";
import { eachForItself, patchPages, withoutRepeats } from "../../model/liveList";
import { matchesFilters, type RunFilters } from "../../model/runFilters";
import { OPEN_STATUSES, QUEUED } from "../../model/runTabs";
import { filterParams, type RunsUrl, rangeNow } from "./url";

const PAGE_SIZE = 100;
const MOST_AFTER_GAP = 5;
const AFTER_GAP_MS = 1_000;

/** A page remembers the range it was asked for: the next one has to ask for the same. */
interface RunsPage extends Page<RunItem> {
  range: { from?: string; to?: string };
  /** all but the cursor */
  asked: Params;
  tookMs: number;
}
interface PageParam {
  cursor: string;
  range: RunsPage["range"];
}

export function useRuns(url: RunsUrl) {
  const { filters, range, basis, sort, order } = url;
  const key = useMemo(() => [RUN_LIST, { filters, range, basis, sort, order }], [filters, range, basis, sort, order]);
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: null as PageParam | null,
    queryFn: async ({ pageParam, signal }): Promise<RunsPage> => {
      const asked = pageParam?.range ?? rangeNow(url, serverNow());
      const begun = performance.now();
      const params = { ...filterParams(filters, basis, asked), sort, order, limit: PAGE_SIZE };
      const page = await fetchRuns({ ...params, cursor: pageParam?.cursor }, signal);
      return {
        ...page,
        items: rows(page.items, filters),
        range: asked,
        asked: params,
        tookMs: performance.now() - begun,
      };
    },
    getNextPageParam: (last): PageParam | null =>
      last.next === null ? null : { cursor: last.next, range: last.range },
    placeholderData: keepPreviousData,
    // Changes that came while another page was shown are not in it.
    staleTime: 0,
  });
  const runs = useMemo(() => withoutRepeats((query.data?.pages ?? []).flatMap((page) => page.items)), [query.data]);
  const { hasNextPage, isFetching, isSuccess, fetchNextPage } = query;
  // A search answers after a while with what it has found, which may be nothing yet.
  const searching = isSuccess && hasNextPage && runs.length === 0;
  useEffect(() => {
    if (searching && !isFetching) void fetchNextPage();
  }, [searching, isFetching, fetchNextPage]);
  return { query, runs, key, searching, ...useWaitingRuns(key, url) };
}

const rows = (runs: readonly RunItem[], { runs: which }: RunFilters): RunItem[] =>
  which === "all" ? eachForItself(runs) : [...runs];

/** Rows that are shown change in place; new ones wait until they are asked for. */
function useWaitingRuns(key: readonly unknown[], url: RunsUrl) {
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has nothing waiting
  useEffect(() => setWaiting(new Set()), [key]);

  const take = (runs: readonly RunItem[]) => {
    const changed = rows(runs, url.filters);
    const shown = queries.getQueryData<InfiniteData<RunsPage>>(key);
    if (shown === undefined) return;
    const known = new Set(shown.pages.flatMap((page) => page.items.map((run) => run.id)));
    queries.setQueryData<InfiniteData<RunsPage>>(key, { ...shown, pages: patchPages(shown.pages, changed) });
    const range = rangeNow(url, serverNow());
    const fresh = changed.filter((run) => !known.has(run.id) && matchesFilters(run, url.filters, url.basis, range));
    if (fresh.length > 0) setWaiting((before) => new Set([...before, ...fresh.map((run) => run.id)]));
  };
  useLiveRuns(take);
  useAfterGap(key, take);

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

/** After a gap in the live changes the pages that are shown are asked for again, and taken as changes: nothing moves. */
function useAfterGap(key: readonly unknown[], take: (changed: readonly RunItem[]) => void): void {
  const queries = useQueryClient();
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const ask = async () => {
      const pages = queries.getQueryData<InfiniteData<RunsPage>>(key)?.pages ?? [];
      const asked = pages[0]?.asked;
      if (asked === undefined) return;
      let cursor: string | null | undefined;
      for (let n = 0; n < Math.min(pages.length, MOST_AFTER_GAP) && cursor !== null; n++) {
        const page: Page<RunItem> = await fetchRuns({ ...asked, cursor });
        latest.current(page.items);
        cursor = page.next;
      }
    };
    const paced = atMostEvery(AFTER_GAP_MS, () => void ask().catch(() => {}));
    const stop = live.onReset(paced.ask);
    return () => {
      stop();
      paced.stop();
    };
  }, [queries, key]);
}

/** Counts by status and by health of everything that the other filters leave. */
export function useRunCounts(url: RunsUrl) {
  const filters = { ...url.filters, status: [], notStatus: [], health: [] };
  const byStatus = useCount(url, "status", filters);
  const byHealth = useCount(url, "health", { ...filters, status: OPEN_STATUSES });
  const queuedByHealth = useCount(url, "health", { ...filters, status: QUEUED });
  return { byStatus: byStatus.data, byHealth: byHealth.data, queuedByHealth: queuedByHealth.data };
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

const QUESTIONS = 5;

/** As many counts per environment; null until all are there. */
export function useComparison(url: RunsUrl, names: readonly string[]) {
  const { range, basis } = url;
  const question = (by: string, env: string, more: Partial<RunFilters>) => {
    const filters = { ...url.filters, ...more, env: [env] };
    return {
      queryKey: ["counts", "runs", by, { filters, range, basis }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        fetchCounts(by, filterParams(filters, basis, rangeNow(url, serverNow())), signal),
      placeholderData: keepPreviousData,
    };
  };
  const any = { status: [], notStatus: [], health: [] };
  const answers = useQueries({
    queries: names.flatMap((env) => [
      question("status", env, any),
      question("health", env, { ...any, status: OPEN_STATUSES }),
      question("health", env, { ...any, status: QUEUED }),
      question("name", env, any),
      question("name", env, { ...any, status: ["failed"] }),
    ]),
  });
  const environments = names.map((env, index): EnvironmentCounts | null => {
    const [byStatus, byHealth, queuedByHealth, byName, failedByName] = answers
      .slice(index * QUESTIONS, (index + 1) * QUESTIONS)
      .map((one) => one.data);
    return byStatus && byHealth && queuedByHealth && byName && failedByName
      ? { env, byStatus, byHealth, queuedByHealth, byName, failedByName }
      : null;
  });
  const all = environments.filter((one) => one !== null);
  return {
    environments: all.length === names.length ? all : null,
    error: answers.find((one) => one.error !== null)?.error ?? null,
    retry: () => {
      for (const one of answers) void one.refetch();
    },
  };
}
