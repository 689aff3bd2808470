import "./sessions.css";
import { useMemo } from "react";
import { useNow } from "../../live";
import { rangeWords } from "../../model/scope";
import { Failed, Loading, LoadingRows } from "../../parts/States";
import { useHeading } from "../../shell/heading";
import { useSearch, useZone } from "../../shell/url";
import { Bands } from "./Bands";
import { Filters } from "./Filters";
import { Latencies } from "./Latencies";
import { List } from "./List";
import { NothingHere } from "./NothingHere";
import { useFigures, useLiveSessions } from "./queries";
import { Rates } from "./Rates";
import { Sentence } from "./Sentence";
import { readSessionsUrl } from "./url";

export default function Sessions() {
  useHeading("Sessions");
  useLiveSessions();
  const search = useSearch();
  const url = useMemo(() => readSessionsUrl(search), [search]);
  const hours = useFigures(url, "hour");
  const range = rangeWords(url.range, new Date(useNow()), useZone());
  return (
    <div className="sessions-page">
      <Filters url={url} />
      {hours.error ? <Failed what="The sessions" error={hours.error} onRetry={() => void hours.refetch()} /> : null}
      {hours.isPending && !hours.error ? (
        <Loading label="Loading sessions">
          <LoadingRows rows={14} />
        </Loading>
      ) : null}
      {hours.data === undefined ? null : hours.data.total.sessions === 0 ? (
        <NothingHere url={url} range={range} />
      ) : (
        <>
          <Sentence url={url} total={hours.data.total} />
          <Bands url={url} metrics={hours.data} range={range} />
          <Rates url={url} range={range} />
          <Latencies total={hours.data.total} />
          <List url={url} />
        </>
      )}
    </div>
  );
}
