import { useInfiniteQuery } from "@tanstack/react-query";
import { fetchStageWorkflows } from "../../api/endpoints";
import { serverNow } from "../../live";
import { listParams, listParamsNow, type StageWorkflowsUrl } from "./url";

const PER_PAGE = 100;

/** The list as it was when it was asked for: rows that come and go while it is read would move it under the pointer. */
export function useStageWorkflows(url: StageWorkflowsUrl) {
  return useInfiniteQuery({
    queryKey: ["stage-workflows", listParams(url), url.range],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const now = serverNow();
      const page = await fetchStageWorkflows(
        { ...listParamsNow(url, now), limit: PER_PAGE, cursor: pageParam },
        signal,
      );
      return { ...page, asOf: new Date(now).toISOString() };
    },
    getNextPageParam: (last) => last.next,
    refetchOnWindowFocus: false,
    staleTime: 0,
  });
}
