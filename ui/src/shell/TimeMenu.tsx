import { useState } from "react";
import { useNow } from "../live";
import { timeStyle } from "../model/preferences";
import { rangeLabel, SPANS, type Span, type TimeRange, writeRange } from "../model/scope";
import { useStore } from "../model/store";
import { isZone, localZone } from "../model/when";
import { Choice, Drop } from "../parts/Drop";
import { Icon } from "../parts/Icon";
import { Segmented } from "../parts/Segmented";
import { changeSearch, useScope, useZone } from "./url";

/** Which stretch of time, in which zone, and whether moments are said exactly or from now. */
export function TimeMenu({ fixed }: { fixed?: string | undefined }) {
  const { range } = useScope();
  const zone = useZone();
  const now = new Date(useNow());
  const label = fixed ?? rangeLabel(range, now, zone);
  return (
    <Drop name={`Time: ${label}`} icon="clock" label={label} className="button time">
      {(close) => (
        <>
          {fixed === undefined ? (
            <RangeChoices range={range} zone={zone} close={close} />
          ) : (
            <p className="small dim drop-text">This page always shows {fixed.toLowerCase()}.</p>
          )}
          <hr />
          <ZoneChoices zone={zone} />
          <TimeStyleChoice />
        </>
      )}
    </Drop>
  );
}

function RangeChoices({ range, zone, close }: { range: TimeRange; zone: string; close: () => void }) {
  const choose = (next: TimeRange) => {
    changeSearch(writeRange(next));
    close();
  };
  return (
    <>
      {(Object.keys(SPANS) as Span[]).map((span) => (
        <Choice
          key={span}
          on={range.kind === "last" && range.span === span}
          onChoose={() => choose({ kind: "last", span })}
        >
          {SPANS[span].label}
        </Choice>
      ))}
      <Choice on={range.kind === "all"} onChoose={() => choose({ kind: "all" })}>
        All time
      </Choice>
      <OwnRange range={range} zone={zone} choose={choose} />
    </>
  );
}

function OwnRange({ range, zone, choose }: { range: TimeRange; zone: string; choose: (range: TimeRange) => void }) {
  const [from, setFrom] = useState(range.kind === "since" || range.kind === "between" ? toField(range.from, zone) : "");
  const [to, setTo] = useState(range.kind === "between" ? toField(range.to, zone) : "");
  const backwards = from !== "" && to !== "" && to <= from;
  const apply = () => {
    const start = fromField(from, zone);
    choose(to === "" ? { kind: "since", from: start } : { kind: "between", from: start, to: fromField(to, zone) });
  };
  return (
    <div className="own-range">
      <h2>Own range</h2>
      <label className="field">
        From
        <input type="datetime-local" value={from} onChange={(event) => setFrom(event.target.value)} />
      </label>
      <label className="field">
        To, or until now
        <input type="datetime-local" value={to} onChange={(event) => setTo(event.target.value)} />
      </label>
      {backwards ? <p className="small tone-bad">The end lies before the beginning.</p> : null}
      <button type="button" className="button" disabled={from === "" || backwards} onClick={apply}>
        Show this range
      </button>
    </div>
  );
}

/** What a date field holds has no zone: it is read and written in the chosen one. */
export function toField(at: string, zone: string): string {
  const parts = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return parts.format(new Date(at)).replace(" ", "T");
}

export function fromField(text: string, zone: string): string {
  const asUtc = Date.parse(`${text}:00Z`);
  const shown = Date.parse(`${toField(new Date(asUtc).toISOString(), zone)}:00Z`);
  return new Date(asUtc - (shown - asUtc)).toISOString();
}

function ZoneChoices({ zone }: { zone: string }) {
  const local = localZone();
  const zones = [...new Set(["UTC", ...(Intl.supportedValuesOf?.("timeZone") ?? [])])];
  return (
    <>
      <h2>Time zone</h2>
      <Choice on={zone === local} onChoose={() => changeSearch({ tz: undefined }, true)} hint="here">
        {local}
      </Choice>
      {local === "UTC" ? null : (
        <Choice on={zone === "UTC"} onChoose={() => changeSearch({ tz: "UTC" }, true)}>
          UTC
        </Choice>
      )}
      <label className="field drop-text">
        Another
        <select
          value={zone}
          onChange={(event) => isZone(event.target.value) && changeSearch({ tz: event.target.value }, true)}
        >
          {[...new Set([zone, ...zones])].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
    </>
  );
}

function TimeStyleChoice() {
  const style = useStore(timeStyle);
  return (
    <div className="line drop-text">
      <Icon name="clock" size={14} />
      <Segmented
        label="How moments are shown"
        choices={[
          { value: "exact", label: "14:32:08" },
          { value: "relative", label: "8 min ago" },
        ]}
        value={style}
        onChange={timeStyle.set}
      />
    </div>
  );
}
