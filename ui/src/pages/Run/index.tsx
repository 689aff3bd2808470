import "./run.css";
import { useMemo } from "react";
import { Problem } from "../../api/client";
import type { RunDetail, RunRef } from "../../api/types";
import { useNow } from "../../live";
import type { Heard } from "../../model/firstSignal";
import { readRunPath } from "../../model/runAddress";
import { scopeOnly } from "../../model/scope";
import { stringifySearch } from "../../model/search";
import { isOpen } from "../../model/status";
import { seen } from "../../model/text";
import { Failed, Loading } from "../../parts/States";
import { useHeading } from "../../shell/heading";
import { history, usePath, useSearch } from "../../shell/url";
import { AsKnownAt } from "./AsKnownAt";
import { CompareTab } from "./CompareTab";
import { DataTab } from "./DataTab";
import { EventsTab } from "./EventsTab";
import { Header } from "./Header";
import { useRun } from "./queries";
import { Signal } from "./Signal";
import { StepsTab } from "./StepsTab";
import { Tabs } from "./Tabs";
import { TimelineTab } from "./TimelineTab";
import { useSignalTelemetry } from "./telemetry";
import { Uncertain } from "./Uncertain";
import { UnknownRun } from "./UnknownRun";
import { type RunUrl, readRunUrl } from "./url";
import { useSignal } from "./useSignal";

export default function Run() {
  // The router decodes the path; an id may hold slashes, so it is read as the browser has it.
  const path = usePath();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path says when to read again
  const ref = useMemo(() => readRunPath(history.location.pathname), [path]);
  if (ref === null) return <UnknownRun run={{ env: "", serviceKey: "", workflowId: "" }} />;
  return <KnownRun run={ref} key={`${ref.env}\n${ref.serviceKey}\n${ref.workflowId}`} />;
}

function KnownRun({ run }: { run: RunRef }) {
  const search = useSearch();
  const url = useMemo(() => readRunUrl(search), [search]);
  const query = useRun(run, url);
  const { heard, job, found, error } = useSignal(query.data, query.dataUpdatedAt);
  const tookMs = useSignalTelemetry({ run, job, signal: heard?.signal ?? null, found, error });
  useHeading(seen(query.data?.workflow.workflowName ?? run.workflowId), [
    { label: "Runs", href: `/runs${stringifySearch(scopeOnly(search))}` },
    { label: run.serviceKey, href: `/runs${stringifySearch({ ...scopeOnly(search), service: run.serviceKey })}` },
  ]);
  const missing = query.error instanceof Problem && query.error.status === 404;
  if (missing && url.at === null && url.run === null) return <UnknownRun run={run} />;
  if (query.data === undefined && query.error === null) {
    return (
      <Loading label="Loading the run">
        <Shape />
      </Loading>
    );
  }
  return (
    <div className="run-page">
      {query.error === null || missing ? null : (
        <Failed what="The run" error={query.error} onRetry={() => void query.refetch()} />
      )}
      <AsKnownAt run={run} url={url} unknownYet={missing} />
      {query.data === undefined || missing ? null : (
        <Detail run={run} detail={query.data} url={url} heard={heard} tookMs={tookMs} />
      )}
    </div>
  );
}

function Detail(props: { run: RunRef; detail: RunDetail; url: RunUrl; heard: Heard | null; tookMs: number | null }) {
  const { run, detail, url } = props;
  const ticking = useNow();
  const { workflow } = detail;
  // An ended run does not change with the clock: its timeline need not be laid out each second.
  const now =
    detail.at !== null
      ? Date.parse(detail.at)
      : isOpen(workflow)
        ? ticking
        : Date.parse(workflow.updatedAt ?? workflow.createdAt);
  return (
    <>
      <Header detail={detail} now={now} url={url} />
      <Uncertain workflow={workflow} />
      <Signal detail={detail} now={now} heard={props.heard} tookMs={props.tookMs} />
      <Tabs detail={detail} url={url} />
      {url.tab === "timeline" ? <TimelineTab run={run} detail={detail} url={url} now={now} /> : null}
      {url.tab === "steps" ? <StepsTab run={run} detail={detail} url={url} now={now} /> : null}
      {url.tab === "data" ? <DataTab workflow={workflow} /> : null}
      {url.tab === "compare" ? <CompareTab run={run} url={url} /> : null}
      {url.tab === "events" ? <EventsTab run={run} url={url} workflow={workflow} /> : null}
    </>
  );
}

function Shape() {
  return (
    <div className="run-shape">
      <i style={{ width: 260, height: 24 }} />
      <i style={{ width: 420, height: 12 }} />
      <i style={{ height: 120 }} />
      <i style={{ height: 280 }} />
    </div>
  );
}
