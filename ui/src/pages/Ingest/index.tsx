import "./ingest.css";
import { useEffect, useMemo, useRef } from "react";
import { counted } from "../../model/text";
import { Icon } from "../../parts/Icon";
import { Failed, Loading, LoadingRows } from "../../parts/States";
import { useHeading } from "../../shell/heading";
import { useSearch } from "../../shell/url";
import { Accounting } from "./Accounting";
import { useAccounting, useRejected, useRejectedOne } from "./queries";
import { RejectedEvents } from "./RejectedEvents";
import { type IngestUrl, isInScope, readIngestUrl } from "./url";

export default function Ingest() {
  useHeading("Ingest");
  const search = useSearch();
  const url = useMemo(() => readIngestUrl(search), [search]);
  const accounting = useAccounting();
  const accounts = (accounting.data?.items ?? []).filter((account) => isInScope(url, account));
  return (
    <div className="ingest">
      <section>
        <h2>What was received, and what became of it</h2>
        {accounting.error ? (
          <Failed what="The accounting" error={accounting.error} onRetry={() => void accounting.refetch()} />
        ) : null}
        {accounting.isPending ? (
          <Loading>
            <LoadingRows rows={4} />
          </Loading>
        ) : null}
        {accounting.data ? <Accounting accounts={accounts} /> : null}
      </section>
      <section>
        <h2>Events that were not taken</h2>
        <Parked url={url} />
      </section>
    </div>
  );
}

function Parked({ url }: { url: IngestUrl }) {
  const { query, events, waiting, showWaiting } = useRejected(url);
  const listed = events.some(({ id }) => id === url.event);
  const linked = useRejectedOne(url.event, !listed && query.isSuccess && !query.isPlaceholderData);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <>
      {query.error ? (
        <Failed what="The rejected events" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? (
        <Loading>
          <LoadingRows rows={6} />
        </Loading>
      ) : null}
      {waiting === 0 ? null : (
        <button type="button" className="button" onClick={showWaiting}>
          <Icon name="arrowUp" size={13} />
          {counted(waiting, "new rejected event")}
        </button>
      )}
      {linked.error && !listed ? (
        <p className="small ink2">The event of this link is parked no longer, or belongs to what you may not see.</p>
      ) : null}
      {query.data ? (
        <RejectedEvents
          events={listed || linked.data === undefined ? events : [linked.data, ...events]}
          open={url.event}
          more={hasNextPage}
        />
      ) : null}
      {hasNextPage ? (
        <MoreBelow key={events.length} loading={isFetchingNextPage} load={() => void fetchNextPage()} />
      ) : null}
    </>
  );
}

/** Loads when it is scrolled to, or pressed. */
function MoreBelow({ loading, load }: { loading: boolean; load: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    if (button.current === null) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: "400px",
    });
    watch.observe(button.current);
    return () => watch.disconnect();
  }, []);
  return (
    <button ref={button} type="button" className="button" disabled={loading} onClick={load}>
      Show older ones
    </button>
  );
}
