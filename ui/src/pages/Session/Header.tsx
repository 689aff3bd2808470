import type { Session } from "../../api/sessions";
import { shortDuration } from "../../model/duration";
import { asRun } from "../../model/sessionAddress";
import { counted, middleCut, seen } from "../../model/text";
import { Copy } from "../../parts/Copy";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { SessionStatus } from "../../parts/SessionStatus";
import { When } from "../../parts/When";

/** Status, name, id and facts. */
export function Header({ session }: { session: Session }) {
  const { workflowSessionId: id, edgeInversions, closedTs, activity } = session;
  const lasted = Date.parse(closedTs ?? session.sessionEndTs) - Date.parse(session.sessionStartTs);
  return (
    <header>
      <div className="session-title">
        <SessionStatus session={session} size={16} />
        <h2 className="cut" title={session.workflowId}>
          <bdi>{seen(session.workflowId)}</bdi>
        </h2>
        <span className="mono ink2 cut" title={id}>
          <bdi>{middleCut(id, 48)}</bdi>
        </span>
        <Copy text={id} label="Copy the id" />
        <span className="line push">
          <Go className="button" href={asRun(session)}>
            <Icon name="runs" size={14} />
            As a run
          </Go>
          <Go className="button" href={`${asRun(session)}?tab=events`}>
            Raw events
          </Go>
        </span>
      </div>
      <div className="session-facts small">
        <Env name={session.env} />
        <Go className="cut" href={`/sessions?service=${encodeURIComponent(session.serviceKey)}`}>
          <bdi>{session.serviceKey}</bdi>
        </Go>
        <span>
          began <When at={session.sessionStartTs} />
        </span>
        <span>
          {closedTs !== null ? "closed after" : activity === "idle" ? "idle; last event after" : "open for"}{" "}
          <b>{shortDuration(lasted)}</b>
        </span>
        {session.eventsAfterClose === 0 ? null : (
          <span>{counted(session.eventsAfterClose, "event")} after the close</span>
        )}
        {edgeInversions === 0 ? null : (
          <span>{counted(edgeInversions, "latency", "latencies")} left out: clock skew has inverted the edges</span>
        )}
      </div>
    </header>
  );
}
