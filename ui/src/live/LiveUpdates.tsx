import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { fetchMeta } from "../api/endpoints";
import { atMostEvery } from "./atMostEvery";
import { freezeClock, setServerTime, startClock } from "./clock";
import { live, RUN_LIST, useLiveStatus } from "./index";

/** Counts, and after a gap everything, are asked for again at most this often, however many changes come. */
const COUNTS_EVERY_MS = 2_000;
const ALL_EVERY_MS = 1_000;

/** Keeps the connection, the clock and the counts in step with the scope. Renders nothing. */
export function LiveUpdates({ env, service }: { env: string[]; service: string[] }) {
  const queries = useQueryClient();
  const { state } = useLiveStatus();
  const meta = useQuery({
    queryKey: ["meta"],
    queryFn: ({ signal }) => fetchMeta(signal),
    // An empty instance is being waited for, and a job or a replica may fall behind; otherwise only the clock is kept.
    refetchInterval: ({ state: { data } }) => (data?.empty ? 2_000 : data?.job || data?.replica ? 5_000 : 60_000),
  });
  const scope = JSON.stringify({ env, service });

  useEffect(() => {
    live.connect(JSON.parse(scope));
    return () => live.close();
  }, [scope]);
  useEffect(startClock, []);
  useEffect(() => freezeClock(state === "lost"), [state]);
  useEffect(() => {
    if (meta.data) setServerTime(Date.parse(meta.data.now));
  }, [meta.data]);
  useEffect(() => loadAgain(queries), [queries]);
  useEffect(() => keepCounts(queries), [queries]);
  useEffect(() => noticeNewcomers(queries), [queries]);
  return null;
}

/** An environment or service that nobody knew yet: the selectors are asked for again. */
function noticeNewcomers(queries: QueryClient): () => void {
  const known = new Set<string>();
  return live.onRuns((runs) => {
    const before = known.size;
    for (const run of runs) known.add(`${run.env}\n${run.serviceKey}`);
    if (known.size === before) return;
    void queries.invalidateQueries({ queryKey: ["environments"] });
    void queries.invalidateQueries({ queryKey: ["services"] });
  });
}

/** Every query whose key begins with "counts" is asked again when the server says that counts changed. */
function keepCounts(queries: QueryClient): () => void {
  const paced = atMostEvery(COUNTS_EVERY_MS, () => void queries.invalidateQueries({ queryKey: ["counts"] }));
  return both(live.onCounts(paced.ask), paced.stop);
}

/** After a gap all that is shown is loaded again. Lists of runs see to it themselves: nothing may move under the eye. */
function loadAgain(queries: QueryClient): () => void {
  const paced = atMostEvery(
    ALL_EVERY_MS,
    () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== RUN_LIST }),
  );
  return both(live.onReset(paced.ask), paced.stop);
}

const both = (one: () => void, other: () => void) => () => {
  one();
  other();
};
