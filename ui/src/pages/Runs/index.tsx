import "./runs.css";
import "./compare.css";
import { useCallback, useMemo, useState } from "react";
import { type Total, totalOf } from "../../model/runTabs";
import { count, counted } from "../../model/text";
import { Icon } from "../../parts/Icon";
import { Failed, Loading, LoadingRows } from "../../parts/States";
import { ViewTabs } from "../../parts/views/ViewTabs";
import { useHeading } from "../../shell/heading";
import { useShortcuts } from "../../shell/keys";
import { changeSearch, useSearch } from "../../shell/url";
import { ColumnMenu } from "./ColumnMenu";
import { Compare } from "./Compare";
import { CountTabs } from "./CountTabs";
import { CsvButton } from "./CsvButton";
import { COLUMNS, type Column } from "./columns";
import { Filters } from "./Filters";
import { Footer } from "./Footer";
import { NothingMatches } from "./NothingMatches";
import { useRunCounts, useRuns } from "./queries";
import { Table } from "./Table";
import { type RunsUrl, readRunsUrl } from "./url";
import { useCursor } from "./useCursor";

export default function Runs() {
  useHeading("Runs");
  const search = useSearch();
  const url = useMemo(() => readRunsUrl(search), [search]);
  return (
    <div className="runs-page">
      <div className="runs-views line">
        <ViewTabs page="runs" all="All runs" />
        <div className="line runs-tools">
          <CompareButton url={url} />
          {url.compared ? null : <ColumnMenu url={url} />}
          <CsvButton url={url} />
        </div>
      </div>
      <Filters url={url} />
      {url.compared ? <Compare url={url} /> : <List url={url} />}
    </div>
  );
}

function CompareButton({ url }: { url: RunsUrl }) {
  return (
    <button
      type="button"
      className="button bare"
      title="Environments side by side"
      onClick={() => changeSearch({ view: url.compared ? undefined : "environments" })}
    >
      <Icon name="analytics" size={14} />
      {url.compared ? "Back to the list" : "Compare"}
    </button>
  );
}

function List({ url }: { url: RunsUrl }) {
  const columns = useMemo(
    () => url.columns.map((id) => COLUMNS.get(id)).filter((column): column is Column => column !== undefined),
    [url.columns],
  );
  const { query, runs, searching, waiting, showWaiting } = useRuns(url);
  const cursor = useCursor(runs, columns);
  const total = useTotal(url);
  const [sight, setSight] = useState({ first: 0, last: 0 });
  const onSight = useCallback((first: number, last: number) => setSight({ first, last }), []);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const more = useMemo(
    () => ({ has: hasNextPage, loading: isFetchingNextPage, load: () => void fetchNextPage() }),
    [hasNextPage, isFetchingNextPage, fetchNextPage],
  );
  useShortcuts([{ keys: ".", label: "Show new runs", group: "Runs", run: () => void showWaiting() }]);

  return (
    <>
      {query.error ? <Failed what="The runs" error={query.error} onRetry={() => void query.refetch()} /> : null}
      <CountTabs url={url} />
      <div className="runs-frame">
        {waiting > 0 ? (
          <button type="button" className="pill" onClick={() => void showWaiting()}>
            <Icon name="arrowUp" size={13} />
            {counted(waiting, "new run")}
            <kbd>.</kbd>
          </button>
        ) : null}
        {(query.isPending || searching) && !query.error ? (
          <Loading label={searching ? "Searching further" : "Loading runs"}>
            <LoadingRows rows={18} />
          </Loading>
        ) : null}
        {query.isSuccess && !searching && runs.length === 0 ? <NothingMatches url={url} /> : null}
        {runs.length > 0 ? (
          <Table
            url={url}
            runs={runs}
            columns={columns}
            total={total?.count ?? null}
            cursor={cursor}
            more={more}
            onSight={onSight}
          />
        ) : null}
      </div>
      <Footer
        cursor={cursor}
        runs={runs}
        words={
          runs.length === 0
            ? ""
            : `${total === null ? "" : `${atLeast(total, runs.length)}, `}${count(sight.first + 1)}–${count(Math.max(sight.first, sight.last) + 1)} shown${took(query.data?.pages[0]?.tookMs)}`
        }
      />
    </>
  );
}

const took = (ms: number | undefined) => (ms === undefined ? "" : `, ${Math.round(ms)} ms`);

/** A count that gave up may have seen less than the list. */
const atLeast = ({ count: n, capped }: Total, listed: number) =>
  capped ? `${count(Math.max(n, listed))}+ runs` : counted(n, "run");

function useTotal(url: RunsUrl): Total | null {
  return totalOf(url.filters, useRunCounts(url));
}
