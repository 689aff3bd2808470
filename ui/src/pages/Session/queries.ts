import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { fetchSessionMetrics } from "../../api/endpoints";
import type { Session } from "../../api/sessions";
import { serverNow } from "../../live";

const DAY_MS = 86_400_000;

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
