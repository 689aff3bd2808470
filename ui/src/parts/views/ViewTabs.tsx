import "./views.css";
import type { SavedView, ViewPage } from "../../api/failures";
import { isWhole, showsView, viewHref, viewQuery } from "../../model/views";
import { useSearch } from "../../shell/url";
import { Drop } from "../Drop";
import { Go } from "../Go";
import { EditView } from "./EditView";
import { useViews } from "./queries";
import { SaveView } from "./SaveView";

/** What people saved of this page, as tabs: the first is all there is. */
export function ViewTabs({ page, all }: { page: ViewPage; all: string }) {
  const search = useSearch();
  const { data, error, refetch } = useViews();
  const views = data?.filter((view) => view.page === page) ?? [];
  const current = views.find((view) => showsView(search, view));
  const query = viewQuery(search);
  return (
    <div className="views">
      <nav className="tabs views-tabs" aria-label="Saved views">
        <Go href={`/${page}`} aria-current={current === undefined && isWhole(search) ? "page" : undefined}>
          {all}
        </Go>
        {views.map((view) => (
          <ViewTab key={view.id} view={view} isCurrent={view === current} />
        ))}
      </nav>
      {error !== null && data === undefined ? (
        <button type="button" className="button bare" onClick={() => void refetch()}>
          Saved views could not be loaded: try again
        </button>
      ) : current === undefined ? (
        query === "" ? null : (
          <Drop
            name="Save view"
            label={<span className="views-words">Save view</span>}
            icon="plus"
            className="button bare"
            chevron={false}
            align="bottom-start"
          >
            {(close) => <SaveView page={page} query={query} views={views} onDone={close} />}
          </Drop>
        )
      ) : (
        <Drop
          name={`Change the view ${current.name}`}
          label=""
          icon="more"
          className="button bare square"
          chevron={false}
          align="bottom-start"
        >
          {(close) => <EditView view={current} onDone={close} />}
        </Drop>
      )}
    </div>
  );
}

function ViewTab({ view, isCurrent }: { view: SavedView; isCurrent: boolean }) {
  return (
    <Go href={viewHref(view)} aria-current={isCurrent ? "page" : undefined} title={view.name}>
      <bdi>{view.name}</bdi>
    </Go>
  );
}
