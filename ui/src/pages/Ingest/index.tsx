import "./ingest.css";
import { useMemo } from "react";
import { Failed, Loading, LoadingRows } from "../../parts/States";
import { useHeading } from "../../shell/heading";
import { useSearch } from "../../shell/url";
import { Accounting } from "./Accounting";
import { useAccounting, useRejected } from "./queries";
import { RejectedEvents } from "./RejectedEvents";
import { isInScope, readIngestUrl } from "./url";

export default function Ingest() {
  useHeading("Ingest");
  const search = useSearch();
  const url = useMemo(() => readIngestUrl(search), [search]);
  const accounting = useAccounting();
  const rejected = useRejected();
  const accounts = (accounting.data?.items ?? []).filter((account) => isInScope(url, account));
  const events = (rejected.data?.pages ?? []).flatMap((page) => page.items).filter((event) => isInScope(url, event));
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
        {rejected.error ? (
          <Failed what="The rejected events" error={rejected.error} onRetry={() => void rejected.refetch()} />
        ) : null}
        {rejected.isPending ? (
          <Loading>
            <LoadingRows rows={6} />
          </Loading>
        ) : null}
        {rejected.data ? <RejectedEvents events={events} open={url.event} /> : null}
        {rejected.hasNextPage ? (
          <button type="button" className="button" onClick={() => void rejected.fetchNextPage()}>
            Show older ones
          </button>
        ) : null}
      </section>
    </div>
  );
}
