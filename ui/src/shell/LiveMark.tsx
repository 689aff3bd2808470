import { useEffect, useState } from "react";
import { type LiveStatus, live, useLiveStatus } from "../live";
import { longDuration } from "../model/duration";
import { count, counted } from "../model/text";
import { exactTime } from "../model/when";
import { Icon } from "../parts/Icon";
import { useZone } from "./url";

/** How the live updates stand, in words; a click pauses and resumes them, or tries again when they are away. */
export function LiveMark() {
  const status = useLiveStatus();
  const { look, hint, act } = clickOf(status);
  return (
    <button type="button" className={`live ${look}`} onClick={act} title={hint}>
      <LiveWords status={status} />
    </button>
  );
}

function clickOf({ state, paused }: LiveStatus): { look: string; hint: string; act: () => void } {
  if (isAway(state)) return { look: state, hint: "Try now", act: () => live.tryNow() };
  if (paused) return { look: "paused", hint: "Show what changed, and go on", act: () => live.resume() };
  return { look: state, hint: "Hold live changes", act: () => live.pause() };
}

const isAway = (state: LiveStatus["state"]) => state === "lost" || state === "reconnecting";

function LiveWords({ status }: { status: LiveStatus }) {
  const zone = useZone();
  if (status.paused && !isAway(status.state)) {
    return (
      <>
        <Icon name="pause" size={14} />
        Paused<span className="more-words"> by you</span>
        <span className="dim">{counted(status.waiting, "change waits", "changes wait")}</span>
      </>
    );
  }
  switch (status.state) {
    case "connecting":
      return <span className="dim">Connecting</span>;
    case "live":
      return (
        <>
          <span className="pulse" />
          Live
          {status.eventsPerSecond === null ? null : (
            <span className="dim rate">{count(Math.round(status.eventsPerSecond))} events/s</span>
          )}
        </>
      );
    case "reconnecting":
      return (
        <>
          <Icon name="retrying" size={14} />
          Reconnecting
          <span className="dim">
            for <Seconds since={status.since} />
          </span>
        </>
      );
    case "lost":
      return (
        <>
          <Icon name="lost" size={14} />
          Live updates lost
          <span className="dim more-words">since {exactTime(new Date(status.since), new Date(), zone)}</span>
        </>
      );
  }
}

/** Its own clock: the page's stands still while the connection is away. */
function Seconds({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return longDuration(Math.max(1_000, now - since));
}
