import { type InfiniteData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { changeSignature, fetchSignature } from "../../api/endpoints";
import type { Signature, SignaturePatch } from "../../api/signals";
import type { Page } from "../../api/types";
import { REGRESSED } from "../../shell/badges";

/** How the keys of the list and of one begin. */
export const SIGNATURES = "signatures";
export const SIGNATURE = "signature";
/** Groups of failures tell the state and the notes of their signature too. */
export const FAILURE_GROUPS = "failure-groups";
/** For what only time changes, such as confidence, and for what was learned late. */
export const SIGNATURES_AGAIN_MS = 15_000;

export function useSignature(id: string) {
  return useQuery({
    queryKey: [SIGNATURE, id],
    queryFn: ({ signal }) => fetchSignature(id, signal),
    refetchInterval: SIGNATURES_AGAIN_MS,
    staleTime: 0,
  });
}

/** What was changed is shown where it stands; which list it belongs to is asked for the next time. */
export function useChangeSignature(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: SignaturePatch) => changeSignature(id, change),
    onSuccess: (changed) => {
      queries.setQueryData<Signature>([SIGNATURE, id], changed);
      queries.setQueriesData<InfiniteData<Page<Signature>>>({ queryKey: [SIGNATURES] }, (data) =>
        data === undefined ? data : { ...data, pages: data.pages.map((page) => withChanged(page, changed)) },
      );
      void queries.invalidateQueries({ queryKey: REGRESSED });
      void queries.invalidateQueries({ queryKey: [FAILURE_GROUPS] });
    },
  });
}

const withChanged = (page: Page<Signature>, changed: Signature): Page<Signature> => ({
  ...page,
  items: page.items.map((one) => (one.id === changed.id ? changed : one)),
});
