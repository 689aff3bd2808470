import "./failures.css";
import { useMemo } from "react";
import { scopeOnly } from "../../model/scope";
import { stringifySearch } from "../../model/search";
import { Go } from "../../parts/Go";
import { Segmented } from "../../parts/Segmented";
import { ViewTabs } from "../../parts/views/ViewTabs";
import { useHeading } from "../../shell/heading";
import { changeSearch, useSearch } from "../../shell/url";
import { ByEnvironment } from "./ByEnvironment";
import { Groups } from "./Groups";
import { Inbox } from "./Inbox";
import { useLiveFailures } from "./queries";
import { Rate } from "./Rate";
import { readFailuresUrl, VIEWS, type View, withView } from "./url";

const VIEW_WORDS: Record<View, string> = { groups: "Groups", inbox: "Inbox", environments: "By environment" };

/** What keeps failing, whether it is only here, and what is still somebody's business. */
export default function Failures() {
  useHeading("Failures");
  useLiveFailures();
  const search = useSearch();
  const url = useMemo(() => readFailuresUrl(search), [search]);
  return (
    <div className="failures-page">
      <ViewTabs page="failures" all="All failures" />
      <Rate url={url} />
      <div className="failures-views line">
        <Segmented
          label="Show"
          choices={VIEWS.map((value) => ({ value, label: VIEW_WORDS[value] }))}
          value={url.view}
          onChange={(view) => changeSearch(withView(view))}
        />
        <Go className="link small push" href={`/signatures${stringifySearch(scopeOnly(search))}`}>
          All signatures
        </Go>
      </div>
      {url.view === "groups" ? <Groups url={url} /> : null}
      {url.view === "inbox" ? <Inbox url={url} /> : null}
      {url.view === "environments" ? <ByEnvironment url={url} /> : null}
    </div>
  );
}
