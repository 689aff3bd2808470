import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { fetchSession } from "../../api/endpoints";
import { atMostEvery, live } from "../../live";

const KEY = "session";
const ASK_AGAIN_MS = 500;
const OPEN_AGAIN_MS = 10_000;

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
