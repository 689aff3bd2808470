import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { fetchCounts } from "../api/endpoints";
import type { SavedView } from "../api/failures";
import { serverNow } from "../live";
import { totalWords } from "../model/runTabs";
import { parseSearch } from "../model/search";
import { PAGE_WORDS, showsView, viewHref } from "../model/views";
import { filterParams, rangeNow, readRunsUrl } from "../pages/Runs/url";
import { Go } from "../parts/Go";
import { useViews } from "../parts/views/queries";
import { usePath, useSearch } from "./url";

/** So many are counted; more than that would be a page of its own. */
const MOST_COUNTED = 12;

/** Views that people pinned, with how many runs each of them shows now. */
export function Pinned() {
  const views = useViews().data?.filter((view) => view.pinned) ?? [];
  if (views.length === 0) return null;
  return (
    <section className="pinned" aria-label="Pinned views">
      <h2>Pinned views</h2>
      {views.map((view, index) => (
        <PinnedView key={view.id} view={view} isCounted={view.page === "runs" && index < MOST_COUNTED} />
      ))}
    </section>
  );
}

function PinnedView({ view, isCounted }: { view: SavedView; isCounted: boolean }) {
  const path = usePath();
  const search = useSearch();
  const counts = useRunsOf(view, isCounted);
  const isHere = path === `/${view.page}` && showsView(search, view);
  return (
    <Go
      href={viewHref(view)}
      className="nav small"
      aria-current={isHere ? "page" : undefined}
      title={`${view.name}, of ${PAGE_WORDS[view.page]}`}
    >
      <bdi className="cut">{view.name}</bdi>
      {counts === undefined ? null : (
        <span className="badge">{totalWords({ count: counts.total, capped: counts.capped })} </span>
      )}
    </Go>
  );
}

/** The same question as the page behind the view asks, so that the numbers are the same. */
function useRunsOf(view: SavedView, enabled: boolean) {
  const url = readRunsUrl(parseSearch(view.query));
  return useQuery({
    queryKey: ["counts", "view", view.query],
    queryFn: ({ signal }) =>
      fetchCounts("status", filterParams(url.filters, url.basis, rangeNow(url, serverNow())), signal),
    placeholderData: keepPreviousData,
    enabled,
  }).data;
}
