import "./signatures.css";
import { useMemo } from "react";
import { STATE_WORDS } from "../../model/signatures";
import { SearchField } from "../../parts/SearchField";
import { Segmented } from "../../parts/Segmented";
import { useHeading } from "../../shell/heading";
import { changeSearch, useSearch } from "../../shell/url";
import { Chosen } from "./Chosen";
import { List } from "./List";
import { useLiveSignatures } from "./queries";
import { readSignaturesUrl, TABS, type Tab, withTab } from "./url";

const TAB_WORDS: Record<Tab, string> = { open: "Open", ...STATE_WORDS, all: "All" };

/** Kinds of failures: how often, how long, why, and what to do. */
export default function Signatures() {
  useHeading("Signatures");
  useLiveSignatures();
  const search = useSearch();
  const url = useMemo(() => readSignaturesUrl(search), [search]);
  return (
    <div className={`signatures-page${url.id === null ? "" : " beside"}`}>
      <div className="signatures-main">
        <div className="signatures-tools">
          <Segmented
            label="State"
            choices={TABS.map((value) => ({ value, label: TAB_WORDS[value] }))}
            value={url.tab}
            onChange={(tab) => changeSearch(withTab(tab))}
          />
          <SearchField q={url.q} what="signatures" group="Signatures" placeholder="Search message, code, cause" />
        </div>
        <List url={url} />
      </div>
      {url.id === null ? null : <Chosen key={url.id} id={url.id} editing={url.editing} />}
    </div>
  );
}
