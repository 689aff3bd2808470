import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { fetchSession, fetchSessionMetrics } from "../../api/endpoints";
import type { Session } from "../../api/sessions";
import { atMostEvery, live, serverNow } from "../../live";

const KEY = "session";
const ASK_AGAIN_MS = 500;
const OPEN_AGAIN_MS = 10_000;
const DAY_MS = 86_400_000;

/** One session; asked for again when its run changes, and while it is open because time does. */
export function useSession(id: string) {
  const queries = useQueryClient();
  useEffect(() => {
    const paced = atMostEvery(ASK_AGAIN_MS, () => void queries.invalidateQueries({ queryKey: [KEY, id] }));
    const stop = live.onRuns((runs) => {
      if (runs.some((run) => run.workflowId === id)) paced.ask();
    });
    return () => {
      stop();
      paced.stop();
    };
  }, [queries, id]);
  return useQuery({
    queryKey: [KEY, id],
    queryFn: ({ signal }) => fetchSession(id, signal),
    refetchInterval: ({ state }) => (state.data?.session.activity === "open" ? OPEN_AGAIN_MS : false),
  });
}

/** What is usual for sessions of the same pipeline, in the day until this one began. */
export function useUsual(session: Session) {
  const until = Date.parse(session.sessionStartTs);
  return useQuery({
    queryKey: ["session-usual", session.env, session.pipeline, session.sessionStartTs],
    queryFn: ({ signal }) =>
      fetchSessionMetrics(
        {
          by: "pipeline",
          env: [session.env],
          pipeline: [session.pipeline ?? ""],
          from: new Date(until - DAY_MS).toISOString(),
          to: new Date(Math.min(until, serverNow())).toISOString(),
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
