import { useState } from "react";
import {
  type Basis,
  HEALTHS,
  OPPOSITE,
  type Reversible,
  type RunFilters,
  STATUSES,
  tookWords,
} from "../../model/runFilters";
import { tabOf } from "../../model/runTabs";
import { some } from "../../model/search";
import { count } from "../../model/text";
import { Chip } from "../../parts/Chip";
import { Choice, Drop } from "../../parts/Drop";
import { SearchField } from "../../parts/SearchField";
import { Segmented } from "../../parts/Segmented";
import { changeSearch } from "../../shell/url";
import { useCount } from "./queries";
import type { RunsUrl } from "./url";

/** Search, what is filtered by, and which moment of a run the time range is about. */
export function Filters({ url }: { url: RunsUrl }) {
  const { status, health } = url.filters;
  // What a tab below says already is not said again; the services asked for stand in the scope bar.
  const asTab = !url.compared && tabOf(status, health) !== undefined;
  const chips: readonly ListFilter[] = [
    ...(asTab ? [] : (["status", "health"] as const)),
    "name",
    "notStatus",
    "notName",
    "notService",
  ];
  return (
    <div className="filters">
      <SearchField q={url.filters.q} what="runs" group="Runs" placeholder="Search id, name, execution, error" />
      {chips.map((parameter) => (
        <FilterChip key={parameter} url={url} parameter={parameter} />
      ))}
      <DurationChip url={url} />
      {url.filters.runs === "all" ? (
        <Chip name="runs" value="all of each id" onRemove={() => changeSearch({ runs: undefined })} />
      ) : null}
      <AddFilter url={url} />
      <span className="push line basis">
        <span className="small dim">Time is when a run</span>
        <Segmented
          label="Time is when a run"
          choices={[
            { value: "started", label: "started" },
            { value: "ended", label: "ended" },
            { value: "active", label: "was active" },
          ]}
          value={url.basis}
          onChange={(basis: Basis) => changeSearch({ basis: basis === "active" ? undefined : basis })}
        />
      </span>
    </div>
  );
}

const MOST_NAMED = 3;

type ListFilter = Exclude<keyof RunFilters, "q" | "runs" | "atLeastMs" | "belowMs">;

function FilterChip({ url, parameter }: { url: RunsUrl; parameter: ListFilter }) {
  const list = url.filters[parameter];
  if (list.length === 0) return null;
  const kind = (Object.keys(OPPOSITE) as Reversible[]).find((one) => parameter === one || parameter === OPPOSITE[one]);
  const not = kind !== undefined && parameter === OPPOSITE[kind];
  const reverse = () =>
    kind && changeSearch({ [parameter]: undefined, [not ? kind : OPPOSITE[kind]]: some([...list]) });
  return (
    <Chip
      name={kind ?? parameter}
      value={list.length > MOST_NAMED ? `any of ${list.length}` : list.join(" or ")}
      not={not}
      onReverse={kind === undefined ? undefined : reverse}
      onRemove={() => changeSearch({ [parameter]: undefined })}
    />
  );
}

/** Where a bar of a histogram leads. */
function DurationChip({ url }: { url: RunsUrl }) {
  const words = tookWords(url.filters);
  if (words === null) return null;
  return (
    <Chip name="duration" value={words} onRemove={() => changeSearch({ atLeastMs: undefined, belowMs: undefined })} />
  );
}

function AddFilter({ url }: { url: RunsUrl }) {
  return (
    <Drop name="Add a filter" label="Filter" icon="plus" className="button dashed" chevron={false} align="bottom-start">
      {() => <FilterChoices url={url} />}
    </Drop>
  );
}

function FilterChoices({ url }: { url: RunsUrl }) {
  const [not, setNot] = useState(false);
  const shared = { url, not };
  return (
    <>
      <div className="drop-text">
        <Segmented
          label="Filter by"
          choices={[
            { value: "is", label: "is" },
            { value: "not", label: "is not" },
          ]}
          value={not ? "not" : "is"}
          onChange={(verb) => setNot(verb === "not")}
        />
      </div>
      <h2>Status</h2>
      {STATUSES.map((value) => (
        <FilterChoice key={value} {...shared} parameter="status" value={value} />
      ))}
      {not ? null : (
        <>
          <h2>Health of open runs</h2>
          {HEALTHS.map((value) => (
            <FilterChoice key={value} {...shared} parameter="health" value={value} />
          ))}
        </>
      )}
      <CountedChoices {...shared} title="Workflow" parameter="name" />
      {not ? <CountedChoices {...shared} title="Service" parameter="service" /> : <EarlierRuns url={url} />}
    </>
  );
}

/** Figures count every run, a list usually shows the newest of each id. */
function EarlierRuns({ url }: { url: RunsUrl }) {
  const all = url.filters.runs === "all";
  return (
    <>
      <h2>Ids that were used again</h2>
      <Choice on={all} onChoose={() => changeSearch({ runs: all ? undefined : "all" })}>
        Earlier runs, too
      </Choice>
    </>
  );
}

function FilterChoice(props: {
  url: RunsUrl;
  not: boolean;
  parameter: Reversible | "health";
  value: string;
  hint?: string;
}) {
  const { url, value } = props;
  const parameter = props.not && props.parameter !== "health" ? OPPOSITE[props.parameter] : props.parameter;
  const list = url.filters[parameter];
  const on = list.includes(value);
  return (
    <Choice
      on={on}
      hint={props.hint}
      onChoose={() => changeSearch({ [parameter]: some(on ? list.filter((one) => one !== value) : [...list, value]) })}
    >
      <bdi>{value}</bdi>
    </Choice>
  );
}

const MOST_CHOICES = 50;

/** The values that there are within the other filters, and how many runs of each. */
function CountedChoices(props: { url: RunsUrl; not: boolean; title: string; parameter: "name" | "service" }) {
  const { url, parameter } = props;
  const chosen = [...url.filters[parameter], ...url.filters[OPPOSITE[parameter]]];
  const { data } = useCount(url, parameter, { ...url.filters, [parameter]: [], [OPPOSITE[parameter]]: [] });
  const found = data?.items ?? [];
  const gone = chosen.filter((value) => !found.some((item) => item.value === value));
  return (
    <>
      <h2>{props.title}</h2>
      {gone.map((value) => (
        <FilterChoice key={value} {...props} value={value} hint="0" />
      ))}
      {found.slice(0, MOST_CHOICES).map((item) => (
        <FilterChoice key={item.value} {...props} value={item.value} hint={count(item.count)} />
      ))}
      {found.length > MOST_CHOICES ? (
        <p className="small dim drop-text">{count(found.length - MOST_CHOICES)} more: search for their name.</p>
      ) : null}
    </>
  );
}
