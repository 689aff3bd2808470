import "./events.css";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import type { RunEvent, RunRef, Workflow } from "../../api/types";
import { shortDuration } from "../../model/duration";
import { eventMatches, eventTypes, isEvent } from "../../model/runEvents";
import { count, counted, seen } from "../../model/text";
import { Choice, Drop } from "../../parts/Drop";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { Empty, Failed, Loading, LoadingRows } from "../../parts/States";
import { When } from "../../parts/When";
import { changeSearch, hrefWith } from "../../shell/url";
import { EventPanel } from "./EventPanel";
import { useEvents } from "./queries";
import type { RunUrl } from "./url";

const ROW_PX = 32;

/** The log of this id: every event as it came, with a link to each. New ones are added at the end while one reads. */
export function EventsTab({ run, url, workflow }: { run: RunRef; url: RunUrl; workflow: Workflow }) {
  const { query, events } = useEvents(run, url.at);
  const types = useMemo(() => eventTypes(events), [events]);
  const shown = useMemo(
    () => events.filter((event) => eventMatches(event, url.type, url.words)),
    [events, url.type, url.words],
  );
  if (query.isPending) {
    return (
      <Loading label="Loading events">
        <LoadingRows rows={10} />
      </Loading>
    );
  }
  if (query.error && events.length === 0) {
    return <Failed what="The events" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const chosen = events.find((event) => isEvent(event, url.event));
  return (
    <>
      {query.error ? <Failed what="The events" error={query.error} onRetry={() => void query.refetch()} /> : null}
      <div className="run-tools line">
        <label className="json-search event-search">
          <Icon name="search" size={13} />
          <span className="unseen">Search in events</span>
          <input
            type="search"
            placeholder="Step, id or content"
            value={url.words}
            onChange={(event) => changeSearch({ find: event.target.value || undefined }, true)}
          />
        </label>
        <Drop name="Type" label={url.type ?? "All types"} align="bottom-start">
          {(close) =>
            [null, ...types.keys()].map((type) => (
              <Choice
                key={type ?? ""}
                on={url.type === type}
                hint={type === null ? count(events.length) : count(types.get(type) ?? 0)}
                onChoose={() => {
                  changeSearch({ type: type ?? undefined }, true);
                  close();
                }}
              >
                {type ?? "All types"}
              </Choice>
            ))
          }
        </Drop>
        <span className="small dim" role="status">
          {shown.length === events.length
            ? counted(events.length, "event")
            : `${count(shown.length)} of ${counted(events.length, "event")}`}
          {query.hasNextPage ? ", more are loading" : ""}
          {workflow.runSeq > 1 ? ", of all runs of this id" : ""}
        </span>
      </div>
      <div className="run-split">
        {shown.length === 0 ? (
          <Empty title="No event matches">
            <button
              type="button"
              className="button"
              onClick={() => changeSearch({ find: undefined, type: undefined }, true)}
            >
              Show all {count(events.length)}
            </button>
          </Empty>
        ) : (
          <EventList
            events={shown}
            from={Date.parse(events[0]?.timestamp ?? "")}
            chosen={url.event}
            onEnd={() => query.hasNextPage && void query.fetchNextPage()}
          />
        )}
        <EventPanel event={chosen} wanted={url.event} loading={query.hasNextPage} />
      </div>
    </>
  );
}

function EventList({
  events,
  from,
  chosen,
  onEnd,
}: {
  events: readonly RunEvent[];
  from: number;
  chosen: string | null;
  onEnd: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: events.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const place = chosen === null ? -1 : events.findIndex((event) => isEvent(event, chosen));
  const brought = useRef<string | null>(null);
  useEffect(() => {
    if (place < 0 || brought.current === chosen) return;
    brought.current = chosen;
    virtual.scrollToIndex(place, { align: "auto" });
  }, [place, chosen, virtual]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= events.length - 20) onEnd();
  }, [last, events.length, onEnd]);
  return (
    <section className="events-box run-main" ref={box} tabIndex={0} aria-label="Events">
      <ol style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const event = events[item.index];
          return event === undefined ? null : (
            <li key={event.eventId} style={{ transform: `translateY(${item.start}px)` }}>
              <EventLine event={event} from={from} current={isEvent(event, chosen)} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function EventLine({ event, from, current }: { event: RunEvent; from: number; current: boolean }) {
  return (
    <Go
      className="event-line"
      href={hrefWith({ tab: "events", event: current ? undefined : event.eventId })}
      aria-current={current ? "true" : undefined}
    >
      <span className="e-when dim">
        <When at={event.timestamp} />
      </span>
      <span className="e-offset dim number" title="Since the first event">
        +{shortDuration(Math.max(0, Date.parse(event.timestamp) - from))}
      </span>
      <span className={`e-type${/failed|exceeded|exhausted/.test(event.type) ? " tone-bad" : ""}`}>{event.type}</span>
      <bdi className="e-step cut">{event.stepName === null ? "" : seen(event.stepName)}</bdi>
      <span className="e-n dim">{event.attempt === null ? "" : `attempt ${event.attempt}`}</span>
      <span className="line e-marks">
        {event.late ? (
          <span className="tag" title="Something that happened later was known before it came">
            late
          </span>
        ) : null}
        {event.mended ? (
          <span className="tag" title="Something in it had to be mended to be read">
            mended
          </span>
        ) : null}
      </span>
    </Go>
  );
}
