import type { ComponentProps, ReactNode } from "react";
import { asCsv, type CsvField } from "../../model/csv";
import type { SortColumns } from "../../model/sorting";
import type { BarScale } from "../../model/stageBars";
import { barScale } from "../../model/stageBars";
import { allNames, PASSES, type Pass, type StageLine, shareWords, stageLines } from "../../model/stageFigures";
import { type Behind, behindHref, behindLine } from "../../model/stagesBehind";
import { count, seen } from "../../model/text";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { Segmented } from "../../parts/Segmented";
import { Failed } from "../../parts/States";
import { saveCsv } from "../../parts/saveCsv";
import { SortHead, useSorting } from "../../shell/sorting";
import { changeSearch, useSearch } from "../../shell/url";
import { Distribution, DistributionSpark } from "./Distribution";
import { Ms } from "./Ms";
import { useBoard, useCycleTimes, useDurations, useRework, useSla } from "./queries";
import type { StagesUrl } from "./url";

/** How long stages take and whether in time: one line for each, or for each workflow. */
export function Figures({ url, order, range }: { url: StagesUrl; order: readonly string[]; range: string }) {
  const times = useCycleTimes(url);
  const bars = useDurations(url);
  const sla = useSla(url);
  const rework = useRework(url);
  const open = useBoard(url, "open-now", url.by);
  const names = allNames(url.by === "stage" ? order : [], times.data?.items, sla.data?.items, open.data?.items);
  const table = useSorting("sort", COLUMNS);
  const unsorted = stageLines(names, url.pass, {
    times: times.data?.items,
    bars: bars.data?.items,
    sla: sla.data?.items,
    rework: rework.data?.items,
    open: open.data?.items,
  });
  const lines = table.sorted(unsorted);
  const scale = barScale(lines.map((line) => line.bars));
  const failed = [times, bars, sla, rework].find((query) => query.error !== null);
  return (
    <section className="stages-figures" aria-label="Cycle time and SLA">
      <div className="section-head">
        <h2>Cycle time and SLA</h2>
        <Segmented
          label="Time of"
          choices={(Object.keys(PASSES) as Pass[]).map((value) => ({ value, label: PASSES[value].label }))}
          value={url.pass}
          onChange={(pass) => changeSearch({ pass: pass === "first" ? undefined : pass })}
        />
        <span className="small dim on-wide">of what began, {range}</span>
        <button type="button" className="button bare push" onClick={() => saveCsv("stages", asCsv(FIELDS, lines))}>
          <Icon name="ingest" size={14} />
          CSV
        </button>
      </div>
      {failed ? <Failed what="Some figures" error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      <div className="panel scroll-x">
        <table className={`table figures${url.source === "step" ? " no-sla" : ""}`}>
          <thead>
            <tr>
              <SortHead table={table} column="name" words className="f-name">
                {url.by === "stage" ? "Stage" : "Workflow"}
              </SortHead>
              <SortHead table={table} column="n" title={COUNTED[url.pass]}>
                n
              </SortHead>
              <SortHead table={table} column="p50" className="f-time">
                p50
              </SortHead>
              <SortHead table={table} column="p90" className="f-time">
                p90
              </SortHead>
              <SortHead table={table} column="p99" className="f-time">
                p99
              </SortHead>
              <th className="f-bars">Distribution, log</th>
              {url.source === "step" ? null : <SlaHead table={table} />}
              <SortHead table={table} column="passes" title="Starts for each workflow that came here">
                Passes
              </SortHead>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line key={line.name} url={url} line={line} scale={scale} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const COLUMNS: SortColumns<StageLine> = {
  name: (line) => line.name,
  n: (line) => line.time?.n,
  p50: (line) => line.time?.p50Ms,
  p90: (line) => line.time?.p90Ms,
  p99: (line) => line.time?.p99Ms,
  met: (line) => line.sla?.met,
  missed: (line) => line.sla?.missed,
  overdue: (line) => line.overdue,
  rate: (line) => (line.sla === null || line.sla.met + line.sla.missed === 0 ? null : line.sla.missRate),
  late: (line) => (line.sla?.missed ? line.sla.missedBy.p50Ms : null),
  passes: (line) => line.passes,
};

const COUNTED: Record<Pass, string> = {
  first: "First passes that are completed",
  each: "Passes that are completed",
  span: "Workflows that completed it",
};

function Line({ url, line, scale }: { url: StagesUrl; line: StageLine; scale: BarScale | null }) {
  const search = useSearch();
  const { name, time, passes } = line;
  const own = behindLine(url.by, name);
  const timed: Behind = { ...own, figure: PASSES[url.pass].figure };
  const behind: BehindLink = (words, what, tone = "") => (
    <Go className={tone} href={behindHref(search, { ...own, ...what })} title="Opens what it counts.">
      {words}
    </Go>
  );
  const isShown = url.shown === name;
  return (
    <>
      <tr>
        <td>
          <Go className="strong cut" href={behindHref(search, own)} title={`${name}. Opens all that came here.`}>
            <bdi>{seen(name)}</bdi>
          </Go>
        </td>
        <td className="number">{countBehind(behind, time?.n, timed)}</td>
        <td className="number">
          <Ms ms={time?.p50Ms} figure={time} behind={timed} />
        </td>
        <td className="number">
          <Ms ms={time?.p90Ms} figure={time} behind={timed} />
        </td>
        <td className="number ink2">
          <Ms ms={time?.p99Ms} figure={time} behind={timed} />
        </td>
        <td className="f-bars">
          {line.bars === null || scale === null || line.bars.length === 0 ? null : (
            <button
              type="button"
              className="spark-button"
              aria-expanded={isShown}
              aria-label={`Distribution of ${name}: ${isShown ? "close" : "open"}`}
              onClick={() => changeSearch({ shown: isShown ? undefined : name })}
            >
              <DistributionSpark bars={line.bars} scale={scale} time={time} />
            </button>
          )}
        </td>
        {url.source === "step" ? null : <SlaCells line={line} own={own} behind={behind} />}
        <td className="number">
          {passes === null ? <span className="dim">—</span> : behind(passes.toFixed(2), { is: "started" })}
        </td>
      </tr>
      {isShown && line.bars !== null && scale !== null ? (
        <tr className="f-open">
          <td colSpan={12}>
            <Distribution name={name} bars={line.bars} scale={scale} time={time} pass={url.pass} behind={timed} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** Words that open what is behind them, of this line. */
type BehindLink = (words: string, what: Behind, tone?: string) => ReactNode;

const countBehind = (behind: BehindLink, n: number | undefined, what: Behind, tone = "") =>
  n === undefined ? <span className="dim">…</span> : behind(count(n), what, n === 0 ? "dim" : tone);

function SlaHead({ table }: { table: ComponentProps<typeof SortHead>["table"] }) {
  return (
    <>
      <SortHead table={table} column="met">
        Met
      </SortHead>
      <SortHead table={table} column="missed">
        Missed
      </SortHead>
      <SortHead table={table} column="overdue" className="f-overdue" title="Of all that are open, whenever they began">
        Overdue now
      </SortHead>
      <SortHead table={table} column="rate" className="f-rate">
        Miss rate
      </SortHead>
      <SortHead
        table={table}
        column="late"
        className="f-late"
        title="Of those that missed their due time: half were later than this"
      >
        Late by, p50
      </SortHead>
    </>
  );
}

/** Steps have none of this. */
function SlaCells({ line, own, behind }: { line: StageLine; own: Behind; behind: BehindLink }) {
  const { sla, overdue } = line;
  const held = (sla?.met ?? 0) + (sla?.missed ?? 0);
  return (
    <>
      <td className="number">{countBehind(behind, sla?.met, { is: "met" })}</td>
      <td className="number">{countBehind(behind, sla?.missed, { is: "missed" }, "strong")}</td>
      <td className="number">{countBehind(behind, overdue, { is: "overdue", whenever: true }, "tone-bad")}</td>
      <td className="number">
        {held === 0 ? (
          <span className="dim" title="Nothing that is completed had a due time">
            —
          </span>
        ) : (
          <span title={rateTitle(line)}>
            {behind(shareWords(sla?.missed ?? 0, held + (sla?.withoutSla ?? 0)), { is: "missed" })}
          </span>
        )}
      </td>
      <td className="number">
        {sla?.missed ? (
          <Ms ms={sla.missedBy.p50Ms} figure={sla.missedBy} behind={{ ...own, figure: "late" }} />
        ) : (
          <span className="dim">—</span>
        )}
      </td>
    </>
  );
}

function rateTitle({ sla }: StageLine): string {
  const { missed = 0, met = 0, withoutSla = 0 } = sla ?? {};
  const held = `${count(missed)} of ${count(missed + met)} with a due time`;
  return withoutSla === 0
    ? held
    : `${count(missed)} of ${count(missed + met + withoutSla)} that are completed; ${held}`;
}

const FIELDS: readonly CsvField<StageLine>[] = [
  ["name", (line) => line.name],
  ["n", (line) => line.time?.n],
  ["p50Ms", (line) => line.time?.p50Ms],
  ["p90Ms", (line) => line.time?.p90Ms],
  ["p99Ms", (line) => line.time?.p99Ms],
  ["meanMs", (line) => line.time?.meanMs],
  ["met", (line) => line.sla?.met],
  ["missed", (line) => line.sla?.missed],
  ["withoutSla", (line) => line.sla?.withoutSla],
  ["overdueNow", (line) => line.overdue],
  ["openNow", (line) => line.open],
  ["missRate", (line) => line.sla?.missRate],
  ["missedByP50Ms", (line) => line.sla?.missedBy.p50Ms],
  ["passes", (line) => line.passes],
];
