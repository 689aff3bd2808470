import "./analytics.css";
import { useMemo } from "react";
import { serverNow } from "../../live";
import type { Counted } from "../../model/analytics";
import { metricRangeWords } from "../../model/metricRange";
import { limits } from "../../model/scope";
import { some } from "../../model/search";
import { Chip } from "../../parts/Chip";
import { Go } from "../../parts/Go";
import { Segmented } from "../../parts/Segmented";
import { Empty } from "../../parts/States";
import { useHeading } from "../../shell/heading";
import { useShortcuts } from "../../shell/keys";
import { changeSearch, hrefWith, useSearch, useZone } from "../../shell/url";
import { Across } from "./Across";
import { Environments } from "./Environments";
import { useBounds, useScores } from "./queries";
import { Retries } from "./Retries";
import { Slower } from "./Slower";
import { Steps } from "./Steps";
import { type AnalyticsUrl, readAnalyticsUrl } from "./url";
import { Workflows } from "./Workflows";

/** What is slow, what fails, what is tried again, and whether that is so everywhere: of a range, against the one before. */
export default function Analytics() {
  useHeading("Analytics");
  const search = useSearch();
  const url = useMemo(() => readAnalyticsUrl(search), [search]);
  const zone = useZone();
  const bounds = useBounds(url);
  const range = metricRangeWords(url.range, new Date(serverNow()), zone);
  const scores = useScores({ url, bounds });
  const section = { url, bounds, range };
  useShortcuts([
    { keys: "b", label: "Against the range before", group: "Analytics", run: () => toggleCompared(url) },
    ...CHART_KEYS,
  ]);
  const isEmpty = scores.data?.items.every(({ total }) => total === 0) ?? false;
  return (
    <div className="analytics-page">
      <Tools url={url} />
      {isEmpty ? (
        <NothingHere url={url} range={range} />
      ) : (
        <>
          <Slower {...section} />
          <Environments {...section} />
          <Workflows {...section} />
          <Across {...section} />
          <div className="analytics-pair">
            <Retries {...section} />
            <Steps {...section} />
          </div>
        </>
      )}
    </div>
  );
}

/** Heard by the chart that has the focus; here only for the help. */
const CHART_KEYS = [
  ["ArrowLeft", "One stretch back"],
  ["ArrowRight", "One stretch on"],
  ["ArrowDown", "Next column, or line"],
  ["Enter", "Open the runs behind it"],
].map(([keys = "", label = ""]) => ({
  keys,
  label,
  group: "Charts, when one has the focus",
  run() {},
  elsewhere: true,
}));

const toggleCompared = ({ isCompared }: AnalyticsUrl) => changeSearch({ compare: isCompared ? "none" : undefined });

const COUNTED: { value: Counted; label: string }[] = [
  { value: "ended", label: "Runs that ended" },
  { value: "started", label: "that started" },
];

function Tools({ url }: { url: AnalyticsUrl }) {
  return (
    <div className="analytics-tools">
      <Segmented
        label="Which runs count"
        choices={COUNTED}
        value={url.counted}
        onChange={(counted) => changeSearch({ basis: counted === "ended" ? undefined : counted })}
      />
      <button type="button" className="button" aria-pressed={url.isCompared} onClick={() => toggleCompared(url)}>
        Against the range before
      </button>
      {url.name.map((name) => (
        <Chip
          key={name}
          name="workflow"
          value={name}
          onRemove={() => changeSearch({ name: some(url.name.filter((one) => one !== name)) })}
        />
      ))}
    </div>
  );
}

function NothingHere({ url, range }: { url: AnalyticsUrl; range: string }) {
  const named = [...limits(url), ...(url.name.length === 0 ? [] : [`workflow is ${url.name.join(" or ")}`])];
  return (
    <Empty title={`No run ${url.counted} here, ${range}${named.length === 0 ? "." : `, where ${named.join(", ")}.`}`}>
      <span className="line">
        {named.length === 0 ? null : (
          <Go className="button" href={hrefWith({ env: undefined, service: undefined, name: undefined })}>
            Show all runs
          </Go>
        )}
        {url.range.kind === "last" && url.range.span === "30d" ? null : (
          <Go className="button" href={hrefWith({ from: "-30d", to: undefined })}>
            Last 30 d
          </Go>
        )}
      </span>
    </Empty>
  );
}
