import "./signals.css";
import { useMemo } from "react";
import { SURFACES, type TtfsBreaches } from "../../api/signals";
import { useNow } from "../../live";
import { rangeLabel } from "../../model/scope";
import { type Chart, keptBySurface, objectiveSentence, SURFACE_WORDS } from "../../model/ttfs";
import { Announce } from "../../parts/Announce";
import { Segmented } from "../../parts/Segmented";
import { Failed, Loading, LoadingRows } from "../../parts/States";
import { useHeading } from "../../shell/heading";
import { changeSearch, useSearch, useZone } from "../../shell/url";
import { Breaches } from "./Breaches";
import { Charts } from "./Charts";
import { Kept } from "./Kept";
import { NothingHere } from "./NothingHere";
import { Objective } from "./Objective";
import { useBreaches, useChart } from "./queries";
import { readSignalsUrl, type SignalsUrl } from "./url";

const ALL = "all";

/** How long people waited for the first sign of what they looked at. */
export default function Signals() {
  useHeading("Signals");
  const search = useSearch();
  const url = useMemo(() => readSignalsUrl(search), [search]);
  const chart = useChart(url);
  const breaches = useBreaches(url);
  const error = chart.error ?? breaches.error;
  const range = useRangeWords(url);
  return (
    <div className="signals-page">
      <div className="signals-tools">
        <Segmented
          label="Surface"
          choices={[
            { value: ALL, label: "All surfaces" },
            ...SURFACES.map((value) => ({ value, label: SURFACE_WORDS[value] })),
          ]}
          value={url.surface.length === 1 ? (url.surface[0] ?? ALL) : ALL}
          onChange={(surface) => changeSearch({ surface: surface === ALL ? undefined : surface })}
        />
        <span className="small dim">The objective: half of the signals within 2 s, 95 of 100 within 5 s</span>
      </div>
      {error ? (
        <Failed
          what="The times"
          error={error}
          onRetry={() => {
            void chart.refetch();
            void breaches.refetch();
          }}
        />
      ) : null}
      {(chart.isPending || breaches.isPending) && !error ? (
        <Loading label="Loading times">
          <LoadingRows rows={12} />
        </Loading>
      ) : null}
      {chart.data && breaches.data ? (
        <Content url={url} chart={chart.data} hours={breaches.data} range={range} />
      ) : null}
      <Kept />
    </div>
  );
}

function useRangeWords({ range }: SignalsUrl): string {
  const zone = useZone();
  const now = useNow();
  return range.kind === "all" ? "last 90 d" : rangeLabel(range, new Date(now), zone).toLowerCase();
}

function Content(props: { url: SignalsUrl; chart: Chart; hours: readonly TtfsBreaches[]; range: string }) {
  const { url, chart, hours, range } = props;
  const kept = useMemo(() => keptBySurface(hours), [hours]);
  if (kept.length === 0 && chart.surfaces.length === 0) return <NothingHere url={url} range={range} />;
  const { lead, rest, isMissed } = objectiveSentence(kept);
  return (
    <>
      <section aria-label="Must somebody act">
        <Announce words={lead} />
        <p className="signals-sentence">
          <b className={isMissed ? "tone-warn" : ""}>{lead}</b> {rest}
        </p>
        <Objective kept={kept} />
      </section>
      <Charts chart={chart} range={range} />
      <Breaches hours={hours} allHours={url.allHours} range={range} />
    </>
  );
}
