import type { RunEvent } from "../../api/types";
import { shortDuration } from "../../model/duration";
import { Copy } from "../../parts/Copy";
import { JsonViewer } from "../../parts/JsonViewer";
import { When } from "../../parts/When";
import { changeSearch } from "../../shell/url";

/** One event in full, beside the list. */
export function EventPanel(props: { event: RunEvent | undefined; wanted: string | null; loading: boolean }) {
  const { event } = props;
  if (props.wanted === null) return null;
  if (event === undefined) {
    return (
      <aside className="inspector small dim">
        {props.loading ? "This event is on its way." : "No event with this id belongs to this run."}
      </aside>
    );
  }
  const lag = Date.parse(event.receivedAt) - Date.parse(event.timestamp);
  return (
    <aside className="inspector" aria-label={`Event ${event.eventId}`}>
      <header className="line">
        <h3 className="strong cut">{event.type}</h3>
        <span className="push">
          <Copy text={location.href} label="Copy the link to this event" />
        </span>
      </header>
      <dl className="facts-list small">
        <div>
          <dt>Happened</dt>
          <dd>
            <When at={event.timestamp} />
          </dd>
        </div>
        <div>
          <dt>Received</dt>
          <dd>
            {lag >= 0 ? `${shortDuration(lag)} later` : `${shortDuration(-lag)} before, by its clock`}
            {event.late ? ", late" : ""}
          </dd>
        </div>
        <div>
          <dt>Id</dt>
          <dd className="mono cut" title={event.eventId}>
            {event.eventId}
          </dd>
        </div>
      </dl>
      <p className="small">
        <button
          type="button"
          className="link"
          onClick={() => changeSearch({ at: event.receivedAt, tab: undefined, event: undefined })}
        >
          Show the run as it was known then
        </button>
      </p>
      <JsonViewer key={event.eventId} value={event.payload} name="Content" height={420} />
    </aside>
  );
}
