import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { fetchOverview } from "../api/insight";
import { useScope } from "./url";

/** Time alone changes what is late, silent or usual. */
const AGAIN_MS = 15_000;

/** What needs a person, and how all fares: the same answer for the page and for the count in the rail. */
export function useOverview(enabled = true) {
  const { env, service } = useScope();
  return useQuery({
    queryKey: ["counts", "overview", { env, service }],
    queryFn: ({ signal }) => fetchOverview({ env, service }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
    enabled,
  });
}
