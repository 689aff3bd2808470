import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { addView, changeView, fetchViews, removeView, type SavedView, type ViewDraft } from "../../api/failures";

const VIEWS = ["views"];
/** Others save views too. */
const AGAIN_MS = 30_000;

/** The views of all pages: there are few of them, and the rail shows those that are pinned. */
export function useViews() {
  return useQuery({
    queryKey: VIEWS,
    queryFn: async ({ signal }) => (await fetchViews({}, signal)).items,
    refetchInterval: AGAIN_MS,
  });
}

function useChange<T>(change: (what: T) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => queries.invalidateQueries({ queryKey: VIEWS }) });
}

export const useAddView = () => useChange((draft: ViewDraft) => addView(draft));
export const useRemoveView = () => useChange((id: string) => removeView(id));
export const useChangeView = () =>
  useChange(({ view, change }: { view: SavedView; change: Partial<ViewDraft> }) =>
    changeView(view.id, { ...draftOf(view), ...change }),
  );

const draftOf = ({ page, name, query, pinned }: SavedView): ViewDraft => ({ page, name, query, pinned });
