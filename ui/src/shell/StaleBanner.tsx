import { live, useLiveStatus } from "../live";
import { exactTime } from "../model/when";
import { Icon } from "../parts/Icon";
import { useZone } from "./url";

export function StaleBanner() {
  const { state, since } = useLiveStatus();
  const zone = useZone();
  if (state !== "lost") return null;
  return (
    <div className="banner warn stale" role="status">
      <Icon name="warning" />
      <p>
        <b>Live updates lost since {exactTime(new Date(since), new Date(), zone)}.</b> What you see was true then.
        Trying again.
      </p>
      <button type="button" className="button push" onClick={() => live.tryNow()}>
        Try now
      </button>
    </div>
  );
}
