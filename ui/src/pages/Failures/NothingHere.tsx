import { useNow } from "../../live";
import { noFailureWords } from "../../model/failures";
import { limits, rangeLabel } from "../../model/scope";
import { exactTime } from "../../model/when";
import { Go } from "../../parts/Go";
import { Empty } from "../../parts/States";
import { hrefWith, useZone } from "../../shell/url";
import { useLastFailure } from "./queries";
import type { FailuresUrl } from "./url";

/** That nothing failed, and when something did; or which filter to drop. */
export function NothingHere({ url }: { url: FailuresUrl }) {
  const zone = useZone();
  const now = new Date(useNow());
  const label = rangeLabel(url.range, now, zone);
  const filtered =
    url.q !== "" || url.group !== null || (url.view === "inbox" ? url.inbox !== "all" : url.tab !== "open");
  const last = useLastFailure(url, !filtered).data;
  if (!filtered) {
    return (
      <Empty title={noFailureWords(url.range, label)}>
        {last ? (
          <p>
            The last one was{" "}
            <Go className="link" href={hrefWith({ from: "all", to: undefined })}>
              {atOrOn(exactTime(new Date(last.failedAt), now, zone, false))}
            </Go>
            .
          </p>
        ) : null}
        <NotOnly url={url} />
      </Empty>
    );
  }
  return (
    <Empty title={url.view === "inbox" && url.q === "" ? `No failure is ${url.inbox} here.` : "No failure matches."}>
      {url.q === "" ? null : <Without patch={{ q: undefined }}>{`Without “${url.q}”`}</Without>}
      {url.group === null ? null : <Without patch={{ group: undefined }}>Of any group</Without>}
      {url.view === "inbox" && url.inbox !== "all" ? (
        <Without patch={{ inbox: "all" }}>Whatever became of it</Without>
      ) : null}
      {url.view === "groups" && url.tab !== "open" ? (
        <Without patch={{ state: undefined }}>Those that are open</Without>
      ) : null}
      <NotOnly url={url} />
    </Empty>
  );
}

/** A time of day alone is today. */
const atOrOn = (when: string): string => (/^\d\d:/.test(when) ? `at ${when}` : `on ${when}`);

function NotOnly({ url }: { url: FailuresUrl }) {
  const only = limits(url);
  if (only.length === 0) return null;
  return <Without patch={{ env: undefined, service: undefined }}>{`Not only ${only.join(", ")}`}</Without>;
}

function Without({ patch, children }: { patch: Parameters<typeof hrefWith>[0]; children: string }) {
  return (
    <p>
      <Go className="link" href={hrefWith(patch)}>
        {children}
      </Go>
    </p>
  );
}
