import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { Params } from "../../api/client";
import { fetchEvents, fetchRun, fetchRuns } from "../../api/endpoints";
import { fetchAgainstLastGood } from "../../api/failures";
import type { RunDetail, RunEvent, RunRef } from "../../api/types";
import { useLiveRuns } from "../../live";
import type { RunUrl } from "./url";

const EVENTS_PER_PAGE = 1_000;
/** So many are loaded by themselves; more are loaded when they are scrolled to. */
const EVENTS_AT_ONCE = 20_000;
const ASK_AGAIN_MS = 250;
const OPEN_AGAIN_MS = 15_000;

export function useRun(ref: RunRef, url: Pick<RunUrl, "run" | "at">) {
  const params: Params = { run: url.run, at: url.at };
  const query = useQuery({
    queryKey: ["run", ref, params],
    queryFn: ({ signal }) => fetchRun(ref, params, signal),
    // While another moment of the same run is on its way, the one that is there stays.
    placeholderData: keepPreviousData,
    // Of an open run, the mere passing of time changes what its health says.
    refetchInterval: ({ state }) => (url.at === null && state.data?.workflow.endedAt === null ? OPEN_AGAIN_MS : false),
  });
  useAskAgain(ref, query.data);
  return query;
}

/** A change of this run is a reason to ask for it again: at once, then a few times a second at most. A past moment does not change. */
function useAskAgain(ref: RunRef, shown: RunDetail | undefined): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const due = useRef(false);
  const ask = () => {
    due.current = false;
    const now = (key: readonly unknown[]) => (key[2] as Params).at === null;
    void queries.invalidateQueries({ queryKey: ["run", ref], predicate: (query) => now(query.queryKey) });
    void queries.invalidateQueries({ queryKey: ["run-events", ref], predicate: (query) => now(query.queryKey) });
    timer.current = setTimeout(() => {
      timer.current = null;
      if (due.current) ask();
    }, ASK_AGAIN_MS);
  };
  useLiveRuns((runs) => {
    if (!runs.some((run) => run.id === shown?.workflow.id)) return;
    if (timer.current === null) ask();
    else due.current = true;
  });
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
}

/** All events of the id, by the time of what they tell. */
export function useEvents(ref: RunRef, at: string | null, enabled = true) {
  const query = useInfiniteQuery({
    queryKey: ["run-events", ref, { at }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => fetchEvents(ref, { limit: EVENTS_PER_PAGE, cursor: pageParam, at }, signal),
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    enabled,
  });
  const events = useMemo<RunEvent[]>(() => (query.data?.pages ?? []).flatMap((page) => page.items), [query.data]);
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const more = hasNextPage && !isFetching && events.length < EVENTS_AT_ONCE;
  useEffect(() => {
    if (more) void fetchNextPage();
  }, [more, fetchNextPage]);
  return { query, events };
}

/** The run beside the last one of its workflow that completed; asked for again when the run changes. */
export function useAgainstLastGood(ref: RunRef, run: number | null) {
  return useQuery({
    queryKey: ["run", ref, { run, at: null }, "last-good"],
    queryFn: ({ signal }) => fetchAgainstLastGood(ref, { run }, signal),
  });
}

/** The newest run of the same name that completed, for one that failed. */
export function useLastGood(run: RunDetail["workflow"] | undefined) {
  return useQuery({
    queryKey: ["last-good", run?.env, run?.serviceKey, run?.workflowName],
    queryFn: ({ signal }) =>
      fetchRuns(
        {
          env: run?.env,
          service: run?.serviceKey,
          name: run?.workflowName,
          status: "completed",
          sort: "ended",
          limit: 1,
        },
        signal,
      ),
    enabled: run?.status === "failed",
    staleTime: 60_000,
  });
}

/** For an id that is not known: those that are nearest to it. */
export function useNearestIds(ref: RunRef) {
  const stem = ref.workflowId.slice(0, Math.max(3, Math.floor(ref.workflowId.length * 0.6)));
  return useQuery({
    queryKey: ["nearest", stem],
    queryFn: ({ signal }) => fetchRuns({ q: stem, limit: 5 }, signal),
    enabled: ref.workflowId !== "",
  });
}
