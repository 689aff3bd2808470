import "./asKnown.css";
import { useEffect, useMemo, useState } from "react";
import type { RunRef } from "../../api/types";
import { momentsOf, nearestMoment } from "../../model/moments";
import { count, counted } from "../../model/text";
import { exactTime, utcTime } from "../../model/when";
import { Icon } from "../../parts/Icon";
import { useShortcuts } from "../../shell/keys";
import { changeSearch, useZone } from "../../shell/url";
import { useEvents } from "./queries";
import type { RunUrl } from "./url";

const REST_MS = 150;

/**
 * The scrubber. It stops at each moment at which something about the run became known, that is, when events were received,
 * and shows the run as it was known then. It is there while the address names a moment.
 */
export function AsKnownAt({ run, url, unknownYet }: { run: RunRef; url: RunUrl; unknownYet: boolean }) {
  const { at } = url;
  const { events } = useEvents(run, null, at !== null);
  const moments = useMemo(() => momentsOf(events), [events]);
  const [place, setPlace] = useState<number | null>(null);
  const zone = useZone();
  const shown = place ?? nearestMoment(moments, at);
  useEffect(() => {
    const wanted = place === null ? undefined : moments[place];
    if (wanted === undefined) return;
    const timer = setTimeout(() => {
      changeSearch({ at: wanted.at }, true);
      setPlace(null);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [place, moments]);
  // Until the events are there, there is nowhere to go.
  const unread = moments.length === 0;
  const step = (by: number) => setPlace(Math.min(moments.length - 1, Math.max(0, shown + by)));
  useShortcuts(
    at === null || unread
      ? []
      : [
          { keys: ",", label: "The moment before", group: "Run", run: () => step(-1) },
          { keys: ";", label: "The next moment", group: "Run", run: () => step(1) },
        ],
  );
  if (at === null) return null;
  const moment = moments[shown];
  const time = new Date(moment?.at ?? at);
  return (
    <section className="as-known" aria-label="As it was known">
      <Icon name="clock" />
      <p>
        <b>As it was known at</b>{" "}
        <time dateTime={time.toISOString()} title={utcTime(time)}>
          {exactTime(time, new Date(), zone)}
        </time>
        {unknownYet ? ", when nothing of this run was known" : ""}
        {moment === undefined ? null : (
          <>
            , when <bdi>{moment.what}</bdi> came
          </>
        )}
        <br />
        <span className="dim">
          {moment === undefined
            ? "Moments are when events were received, not when they happened."
            : `${count(moment.received)} of ${counted(events.length, "event")} received; one that came late is in no moment before.`}
        </span>
      </p>
      <button
        type="button"
        className="button bare square"
        disabled={unread}
        onClick={() => step(-1)}
        aria-label="The moment before"
      >
        <Icon name="left" size={14} />
      </button>
      <input
        type="range"
        disabled={unread}
        min="0"
        max={Math.max(0, moments.length - 1)}
        value={shown}
        aria-label="Moment"
        aria-valuetext={`${shown + 1} of ${moments.length}, ${exactTime(time, new Date(), zone)}${moment === undefined ? "" : `, ${moment.what}`}`}
        onChange={(event) => setPlace(Number(event.target.value))}
      />
      <button
        type="button"
        className="button bare square"
        disabled={unread}
        onClick={() => step(1)}
        aria-label="The next moment"
      >
        <Icon name="right" size={14} />
      </button>
      <span className="small dim as-known-count">{unread ? "" : `${shown + 1} of ${moments.length}`}</span>
      <button type="button" className="button" onClick={() => changeSearch({ at: undefined })}>
        Back to now
      </button>
    </section>
  );
}
