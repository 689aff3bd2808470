import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import type { Params } from "../../api/client";
import {
  changeFailure,
  changeGroupInbox,
  type Failure,
  type FailureGroup,
  fetchFailure,
  fetchFailureFrequency,
  fetchFailureGroup,
  fetchFailureGroups,
  fetchFailureRate,
  fetchFailures,
  type InboxPatch,
} from "../../api/failures";
import type { Page } from "../../api/types";
import { serverNow } from "../../live";
import { useAskAfterRuns } from "../../live/useAskAfterRuns";
import { failureKey, rangeOfFailures, rateChart, rateQuestion, sortGroups } from "../../model/failures";
import { useKeptOrder } from "../../parts/keptOrder";
import { FAILURE_GROUPS, SIGNATURE } from "../../parts/signature/queries";
import { useEnvironments } from "../../shell/environments";
import { type FailuresUrl, groupParams, inboxParams } from "./url";

const FAILURES = "failures";
const RATE = "failure-rate";
const PER_PAGE = 100;
/** The server has one order; another one needs more than its first page. */
const OTHERWISE_SORTED = 1_000;
/** For what only time changes, and for what was learned late. */
const AGAIN_MS = 15_000;

/** A run that fails is news, and so is one that completes: it may be what others waited for. */
export const useLiveFailures = (): void =>
  useAskAfterRuns(
    [FAILURE_GROUPS, FAILURES, RATE, SIGNATURE],
    (run) => run.status === "failed" || run.status === "completed",
  );

const shared = { placeholderData: keepPreviousData, refetchInterval: AGAIN_MS, staleTime: 0 } as const;

export function useRate({ env, service, range }: FailuresUrl) {
  const query = useQuery({
    ...shared,
    queryKey: [RATE, { env, service, range }],
    queryFn: ({ signal }) => fetchFailureRate({ env, service, ...rateQuestion(range, serverNow()) }, signal),
  });
  const order = useEnvironments();
  const chart = useMemo(
    () => (query.data === undefined ? undefined : rateChart(query.data, order)),
    [query.data, order],
  );
  return { query, chart };
}

const groupId = ({ signatureId }: FailureGroup) => signatureId;

/** The groups. What is in the list keeps its place while it is read; what is new waits until it is asked for. */
export function useGroups(url: FailuresUrl) {
  const params = groupParams(url);
  const limit = url.sort === "urgent" ? PER_PAGE : OTHERWISE_SORTED;
  const query = useInfiniteQuery({
    ...shared,
    queryKey: [FAILURE_GROUPS, "list", params, url.range, limit],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      fetchFailureGroups({ ...params, ...rangeOfFailures(url.range, serverNow()), limit, cursor: pageParam }, signal),
    getNextPageParam: (last) => last.next,
  });
  const pages = query.data?.pages;
  const found = useMemo(
    () => (pages === undefined ? undefined : sortGroups(onceEach(pages.flatMap((page) => page.items)), url.sort)),
    [pages, url.sort],
  );
  const kept = useKeptOrder(
    JSON.stringify([params, url.range, url.sort, pages?.length ?? 0]),
    query.isPlaceholderData ? undefined : found,
    groupId,
  );
  return { query, counts: pages?.[0]?.counts, ...kept, shown: query.isPlaceholderData ? (found ?? []) : kept.shown };
}

/** A group whose count changed between two pages may be in both. */
const onceEach = (groups: readonly FailureGroup[]) => [...new Map(groups.map((one) => [groupId(one), one])).values()];

export function useGroup(id: string, { env, service, range }: FailuresUrl) {
  return useQuery({
    ...shared,
    queryKey: [FAILURE_GROUPS, "one", id, { env, service, range }],
    queryFn: ({ signal }) => fetchFailureGroup(id, { env, service, ...rangeOfFailures(range, serverNow()) }, signal),
  });
}

/** When a run of the scope failed last, whatever the range. */
export function useLastFailure({ env, service }: FailuresUrl, enabled: boolean) {
  return useQuery({
    queryKey: [FAILURES, "last", { env, service }],
    queryFn: async ({ signal }) => (await fetchFailures({ env, service, limit: 1 }, signal)).items[0] ?? null,
    enabled,
  });
}

/**
 * A search answers after a while with what it has found, which may be nothing yet: it goes on until there are enough, or no
 * more.
 */
async function searchOn(enough: number, params: Params, cursor: string | null, signal: AbortSignal) {
  const items: Failure[] = [];
  let next = cursor;
  do {
    const page = await fetchFailures({ ...params, cursor: next }, signal);
    items.push(...page.items);
    next = page.next;
  } while (items.length < enough && next !== null);
  return { items, next };
}

/** Failed runs, newest first, as pages of one list. */
export function useInbox(url: FailuresUrl) {
  const params = inboxParams(url);
  const asked = JSON.stringify([params, url.range]);
  const query = useInfiniteQuery({
    ...shared,
    queryKey: [FAILURES, "inbox", asked],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      searchOn(1, { ...params, ...rangeOfFailures(url.range, serverNow()), limit: PER_PAGE }, pageParam, signal),
    getNextPageParam: (last) => last.next,
  });
  const pages = query.data?.pages;
  const found = useMemo(() => pages?.flatMap((page) => page.items), [pages]);
  const kept = useKeptOrder(`${asked} ${pages?.length ?? 0}`, query.isPlaceholderData ? undefined : found, failureKey);
  return { query, ...kept, shown: query.isPlaceholderData ? (found ?? []) : kept.shown };
}

/** The newest of those that are as open, or as taken, and lie before the range: they are as unresolved as the others. */
export function useOlderOpen(url: FailuresUrl) {
  const params = inboxParams(url);
  const { range } = url;
  return useQuery({
    ...shared,
    queryKey: [FAILURES, "older", params, range],
    queryFn: async ({ signal }) => {
      const { from } = rangeOfFailures(range, serverNow());
      return (await searchOn(1, { ...params, to: from, limit: 1 }, null, signal)).items[0] ?? null;
    },
    enabled: range.kind !== "all" && (url.inbox === "open" || url.inbox === "taken"),
  });
}

/** One that a link leads to, and that may be none of those that are shown. */
export function useFailure(key: string | null, enabled: boolean) {
  const [runId = "", runSeq = ""] = key?.split(".") ?? [];
  return useQuery({
    queryKey: [FAILURES, "one", key],
    queryFn: ({ signal }) => fetchFailure(runId, runSeq, signal),
    enabled: enabled && key !== null,
  });
}

/** What was changed is shown where it stands; which list it belongs to is asked for the next time. */
export function useChangeFailure() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ failure, change }: { failure: Failure; change: InboxPatch }) => changeFailure(failure, change),
    onSuccess: (changed) => {
      queries.setQueriesData<InfiniteData<Page<Failure>>>({ queryKey: [FAILURES, "inbox"] }, (data) =>
        data === undefined ? data : { ...data, pages: data.pages.map((page) => withChanged(page, changed)) },
      );
      queries.setQueryData([FAILURES, "one", failureKey(changed)], changed);
      void queries.invalidateQueries({ queryKey: [FAILURE_GROUPS] });
    },
  });
}

function withChanged(page: Page<Failure>, changed: Failure): Page<Failure> {
  const key = failureKey(changed);
  return { ...page, items: page.items.map((one) => (failureKey(one) === key ? changed : one)) };
}

/** As many as the page says there are: those of the range. */
export function useChangeGroupInbox(id: string, { env, service, range }: FailuresUrl) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: InboxPatch) =>
      changeGroupInbox(id, { env, service, ...rangeOfFailures(range, serverNow()) }, change),
    onSuccess: () =>
      Promise.all([FAILURES, FAILURE_GROUPS].map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  });
}

export function useFrequency({ env, service, range }: FailuresUrl) {
  return useQuery({
    ...shared,
    queryKey: [FAILURES, "frequency", { env, service, range }],
    queryFn: async ({ signal }) =>
      (await fetchFailureFrequency({ env, service, ...rangeOfFailures(range, serverNow()) }, signal)).items,
  });
}

export const NEWEST_PER_ENVIRONMENT = 10;

/** The newest failures of each environment, in the order of the names. */
export function useNewest({ service, range, q }: FailuresUrl, environments: readonly string[]) {
  return useQueries({
    queries: environments.map((env) => ({
      ...shared,
      queryKey: [FAILURES, "newest", { env, service, range, q }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        searchOn(
          NEWEST_PER_ENVIRONMENT,
          { env, service, q, ...rangeOfFailures(range, serverNow()), limit: NEWEST_PER_ENVIRONMENT },
          null,
          signal,
        ),
    })),
  });
}
