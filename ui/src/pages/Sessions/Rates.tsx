import type { SessionFigures } from "../../api/sessions";
import { asCsv, type CsvField } from "../../model/csv";
import { shortDuration } from "../../model/duration";
import type { Search } from "../../model/search";
import { isUnusual } from "../../model/sessionStatus";
import type { SortColumns } from "../../model/sorting";
import { shareWords } from "../../model/stageFigures";
import { count, counted } from "../../model/text";
import { CutId } from "../../parts/CutId";
import { Evidence } from "../../parts/Evidence";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { Segmented } from "../../parts/Segmented";
import { Failed } from "../../parts/States";
import { saveCsv } from "../../parts/saveCsv";
import { SortHead, useSorting } from "../../shell/sorting";
import { changeSearch, useSearch } from "../../shell/url";
import { useFigures } from "./queries";
import { behind, GROUPINGS, type Grouping, ofGroup, type SessionsUrl } from "./url";

/** Startup success and swaps, told apart by one thing: a line for each. */
export function Rates({ url, range }: { url: SessionsUrl; range: string }) {
  const { data, error, refetch } = useFigures(url, url.by);
  const table = useSorting("sort", COLUMNS);
  const worstFirst = [...(data?.items ?? [])].sort((a, b) => b.unexcused - a.unexcused || b.sessions - a.sessions);
  const items = table.sorted(worstFirst);
  return (
    <section aria-label="Startup and swaps">
      <div className="section-head">
        <h2>Startup and swaps</h2>
        <Segmented
          label="Told apart by"
          choices={(Object.keys(GROUPINGS) as Grouping[]).map((value) => ({ value, label: GROUPINGS[value].label }))}
          value={url.by}
          onChange={(by) => changeSearch({ by: by === "orchestrator" ? undefined : by })}
        />
        <span className="small dim on-wide">of what began, {range}</span>
        <button type="button" className="button bare push" onClick={() => saveCsv("sessions", asCsv(FIELDS, items))}>
          <Icon name="ingest" size={14} />
          CSV
        </button>
      </div>
      {error ? <Failed what="The rates" error={error} onRetry={() => void refetch()} /> : null}
      <div className="panel scroll-x">
        <table className="table rates">
          <thead>
            <tr>
              <SortHead table={table} column="name" words className="r-name">
                {GROUPINGS[url.by].label}
              </SortHead>
              <SortHead table={table} column="sessions">
                Sessions
              </SortHead>
              <SortHead table={table} column="success">
                Started
              </SortHead>
              <SortHead table={table} column="excused">
                Excused
              </SortHead>
              <SortHead table={table} column="unexcused" className="r-wide">
                Did not start
              </SortHead>
              <SortHead table={table} column="rate" className="r-wide" title="Of the streams whose request was seen">
                Startup success
              </SortHead>
              <SortHead table={table} column="swapped">
                Swapped
              </SortHead>
              <SortHead table={table} column="swapRate" title="Of all sessions">
                Swap rate
              </SortHead>
              <SortHead table={table} column="p50" className="r-wide">
                Startup p50
              </SortHead>
              <SortHead table={table} column="p95">
                p95
              </SortHead>
            </tr>
          </thead>
          <tbody>
            {data === undefined
              ? null
              : items.map((item) => <Line key={item.group ?? "\n"} url={url} item={item} total={data.total} />)}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const COLUMNS: SortColumns<SessionFigures> = {
  name: (item) => item.group,
  sessions: (item) => item.sessions,
  success: (item) => item.success,
  excused: (item) => item.excused,
  unexcused: (item) => item.unexcused,
  rate: (item) => item.startupSuccessRate,
  swapped: (item) => item.swapped,
  swapRate: (item) => item.swapRate,
  p50: (item) => item.startupMs.p50Ms,
  p95: (item) => item.startupMs.p95Ms,
};

function Line({ url, item, total }: { url: SessionsUrl; item: SessionFigures; total: SessionFigures }) {
  const search = useSearch();
  const { none, why } = GROUPINGS[url.by];
  const to = (more: Search = {}) => behind(search, { ...ofGroup(url.by, item), ...more });
  const n = (value: number, more: Search = {}, tone = "") => (
    <td className="number">
      <Go className={value === 0 ? "dim" : tone} href={to(more)}>
        {count(value)}
      </Go>
    </td>
  );
  return (
    <tr>
      <td>
        {item.group === null ? (
          <Go className="dim" href={to()} title={why}>
            — {none}
          </Go>
        ) : (
          <Go className="strong" href={to()} title={item.group}>
            <CutId id={item.group} className="" />
          </Go>
        )}
      </td>
      {n(item.sessions)}
      {n(item.success, { outcome: "success" })}
      {n(item.excused, { outcome: "excused" })}
      {n(item.unexcused, { outcome: "unexcused" }, isUnusual(item, total) ? "tone-bad" : "")}
      <td className="number">
        <Evidence value={item.startupSuccessRate} why="Of none of them was the request seen.">
          {() => (
            <span title={`${count(item.success)} of ${counted(item.known, "stream")} whose request was seen`}>
              {shareWords(item.success, item.known)}
            </span>
          )}
        </Evidence>
      </td>
      {n(item.swapped, { swapped: "true" })}
      <td className="number">
        <Evidence value={item.swapRate} why="There is no session.">
          {() => (
            <span title={`${count(item.swapped)} of ${counted(item.sessions, "session")}`}>
              {shareWords(item.swapped, item.sessions)}
            </span>
          )}
        </Evidence>
      </td>
      <td className="number">
        <Percentile ms={item.startupMs.p50Ms} n={item.startupMs.n} />
      </td>
      <td className="number ink2">
        <Percentile ms={item.startupMs.p95Ms} n={item.startupMs.n} />
      </td>
    </tr>
  );
}

function Percentile({ ms, n }: { ms: number | null; n: number }) {
  return (
    <Evidence value={ms} why="Of none of them are both edges known and in order.">
      {(value) => <span title={`of ${counted(n, "session")}`}>{shortDuration(value)}</span>}
    </Evidence>
  );
}

const FIELDS: readonly CsvField<SessionFigures>[] = [
  ["group", (item) => item.group],
  ["sessions", (item) => item.sessions],
  ["known", (item) => item.known],
  ["success", (item) => item.success],
  ["excused", (item) => item.excused],
  ["unexcused", (item) => item.unexcused],
  ["startupSuccessRate", (item) => item.startupSuccessRate],
  ["swapped", (item) => item.swapped],
  ["swapRate", (item) => item.swapRate],
  ["errors", (item) => item.errors],
  ["excusableErrors", (item) => item.excusableErrors],
  ["inversions", (item) => item.inversions],
  ["startupP50Ms", (item) => item.startupMs.p50Ms],
  ["startupP95Ms", (item) => item.startupMs.p95Ms],
];
