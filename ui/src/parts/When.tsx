import { useNow } from "../live";
import { timeStyle } from "../model/preferences";
import { useStore } from "../model/store";
import { exactTime, relativeTime, utcTime } from "../model/when";
import { useZone } from "../shell/url";

/** A moment, as the reader chose to see moments; the exact one in UTC on hover. */
export function When({ at, none = "—" }: { at: string | null; none?: string }) {
  const style = useStore(timeStyle);
  const zone = useZone();
  const now = new Date(useNow());
  if (at === null) return <span className="dim">{none}</span>;
  const moment = new Date(at);
  return (
    <time dateTime={at} title={utcTime(moment)}>
      {style === "relative" ? relativeTime(moment, now) : exactTime(moment, now, zone)}
    </time>
  );
}
