import { useState } from "react";
import { Problem } from "../../api/client";
import type { RejectedEvent } from "../../api/types";
import { count } from "../../model/text";
import { Env } from "../../parts/Env";
import { Icon } from "../../parts/Icon";
import { JsonViewer } from "../../parts/JsonViewer";
import { Empty } from "../../parts/States";
import { When } from "../../parts/When";
import { changeSearch } from "../../shell/url";
import { useRetry } from "./queries";

/** Parked with reason and content, newest first; each can be tried again, for limits and clocks change. */
export function RejectedEvents(props: { events: readonly RejectedEvent[]; open: number | null; more: boolean }) {
  const { events, open, more } = props;
  const [said, setSaid] = useState("");
  if (events.length === 0) {
    return (
      <>
        <p role="status" className="small ink2">
          {said}
        </p>
        {more ? null : <Empty title="No event is parked here. Every event that came was taken." />}
      </>
    );
  }
  return (
    <>
      <p role="status" className="small ink2">
        {said}
      </p>
      <ul className="rejected">
        {events.map((event) => (
          <Rejected key={event.id} event={event} open={event.id === open} onSaid={setSaid} />
        ))}
      </ul>
    </>
  );
}

function Rejected({ event, open, onSaid }: { event: RejectedEvent; open: boolean; onSaid: (text: string) => void }) {
  return (
    <li>
      <div className="rejected-line">
        <button
          type="button"
          className="rejected-what"
          aria-expanded={open}
          onClick={() => changeSearch({ event: open ? undefined : String(event.id) }, true)}
        >
          <Icon name={open ? "down" : "right"} size={14} />
          <span className="cut">
            <bdi className="strong">{event.message}</bdi>
          </span>
        </button>
        <RetryButton event={event} onSaid={onSaid} />
      </div>
      <p className="rejected-facts small dim">
        <span className="mono">{event.code}</span>
        {event.field === null ? null : (
          <span>
            field <bdi className="mono">{event.field}</bdi>
          </span>
        )}
        <Env name={event.env} short />
        <bdi>{event.serviceKey}</bdi>
        <span>
          {event.times > 1 ? `${count(event.times)} times, last ` : ""}
          <When at={event.lastAt} />
        </span>
        {event.eventId === null ? null : <bdi className="mono cut">{event.eventId}</bdi>}
      </p>
      {open ? <Content event={event} /> : null}
    </li>
  );
}

function RetryButton({ event, onSaid }: { event: RejectedEvent; onSaid: (text: string) => void }) {
  const retry = useRetry();
  if (event.truncated) {
    return <span className="small dim">Only a part was kept: send it again from where it came.</span>;
  }
  const run = async () => {
    try {
      const answer = await retry.mutateAsync(event.id);
      const refused = answer.rejected[0];
      const taken = answer.queued === undefined ? "The event is taken now." : "The event is handed over to the job.";
      onSaid(refused === undefined ? taken : `Still not taken: ${refused.message}`);
    } catch (error) {
      onSaid(error instanceof Problem ? error.message : "The event could not be tried again.");
    }
  };
  return (
    <button type="button" className="button" disabled={retry.isPending} onClick={() => void run()}>
      Retry
    </button>
  );
}

/** What was sent may not even be JSON: then it is shown as it came. */
function Content({ event }: { event: RejectedEvent }) {
  try {
    return <JsonViewer value={JSON.parse(event.content)} name={`Event ${event.id}`} />;
  } catch {
    return (
      <pre className="mono rejected-text">
        <bdi>{event.content}</bdi>
      </pre>
    );
  }
}
