import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { fetchSessionMetrics, fetchSessions } from "../../api/endpoints";
import type { Session } from "../../api/sessions";
import { atMostEvery, live, serverNow } from "../../live";
import { atNow, figureParams, type Grouping, listParams, type SessionsUrl } from "./url";

const FIGURES = "session-figures";
const LIST = "session-list";
const PER_PAGE = 50;
const LIST_MS = 1_000;
const FIGURES_MS = 3_000;
/** For what only time changes. */
const AGAIN_MS = 30_000;

/** A session is a run, so whatever changes in the scope is a reason to ask again, at a pace. */
export function useLiveSessions(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const again = (key: string) => () => void queries.invalidateQueries({ queryKey: [key] });
    const paced = [atMostEvery(LIST_MS, again(LIST)), atMostEvery(FIGURES_MS, again(FIGURES))];
    const ask = () => {
      for (const one of paced) one.ask();
    };
    const stop = [live.onRuns(ask), live.onCounts(ask)];
    return () => {
      for (const one of stop) one();
      for (const one of paced) one.stop();
    };
  }, [queries]);
}

export function useFigures(url: SessionsUrl, by: Grouping | "hour") {
  const params = figureParams(url);
  return useQuery({
    queryKey: [FIGURES, by, params, url.range],
    queryFn: ({ signal }) => fetchSessionMetrics({ ...atNow(params, url.range, serverNow()), by }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
    staleTime: 0,
  });
}

const newestOf = (session: Session | undefined): number =>
  session === undefined ? 0 : Date.parse(session.sessionStartTs);

/** The list. What begins while it is read waits until it is asked for; what is in it changes in place. */
export function useSessions(url: SessionsUrl) {
  const params = listParams(url);
  const asked = JSON.stringify([params, url.range]);
  const query = useInfiniteQuery({
    queryKey: [LIST, asked],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      fetchSessions({ ...atNow(params, url.range, serverNow()), limit: PER_PAGE, cursor: pageParam }, signal),
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
    staleTime: 0,
  });
  const all = useMemo(() => (query.data?.pages ?? []).flatMap((page) => page.items), [query.data]);
  const [shown, setShown] = useState({ asked: "", upTo: 0 });
  const upTo = shown.asked === asked ? shown.upTo : Number.POSITIVE_INFINITY;
  const fresh = !query.isPlaceholderData && query.isSuccess;
  useEffect(() => {
    // A list that is empty has nothing that could move.
    if (fresh && all.length > 0 && shown.asked !== asked) setShown({ asked, upTo: newestOf(all[0]) });
  }, [fresh, all, shown.asked, asked]);
  const sessions = useMemo(() => all.filter((one) => newestOf(one) <= upTo), [all, upTo]);
  const showWaiting = useCallback(() => setShown({ asked, upTo: newestOf(all[0]) }), [asked, all]);
  return { query, sessions, waiting: all.length - sessions.length, showWaiting };
}

/** How many sessions there are with something of the question changed: for what to drop when nothing is found. */
export function useSessionCount(url: SessionsUrl): number | undefined {
  return useFigures(url, "pipeline").data?.total.sessions;
}
