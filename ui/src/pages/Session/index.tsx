import "./session.css";
import { useMemo } from "react";
import { Problem } from "../../api/client";
import type { SessionDetail } from "../../api/sessions";
import { useNow } from "../../live";
import { scopeOnly } from "../../model/scope";
import { stringifySearch } from "../../model/search";
import { readSessionPath } from "../../model/sessionAddress";
import { sessionSentence } from "../../model/sessionSentence";
import { middleCut, seen } from "../../model/text";
import { Go } from "../../parts/Go";
import { Lanes } from "../../parts/lanes";
import { useSession } from "../../parts/lanes/useSession";
import { Failed, Loading, LoadingRows } from "../../parts/States";
import { useHeading } from "../../shell/heading";
import { useShortcuts } from "../../shell/keys";
import { changeSearch, history, usePath, useSearch } from "../../shell/url";
import { Header } from "./Header";
import { LaneTable } from "./LaneTable";
import { Measures } from "./Measures";
import { Startup } from "./Startup";
import { WhoDidIt } from "./WhoDidIt";

export default function SessionPage() {
  // The router decodes the path; an id may hold slashes, so it is read as the browser has it.
  const path = usePath();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path says when to read again
  const id = useMemo(() => readSessionPath(history.location.pathname), [path]);
  // On the way to another page the address is no session's any more.
  return id === null ? null : <OneSession id={id} key={id} />;
}

function OneSession({ id }: { id: string }) {
  const search = useSearch();
  useHeading(middleCut(seen(id), 32), [{ label: "Sessions", href: `/sessions${stringifySearch(scopeOnly(search))}` }]);
  const { data, error, refetch } = useSession(id);
  if (error instanceof Problem && error.status === 404) return <Unknown id={id} />;
  return (
    <div className="session-page">
      {error ? <Failed what="The session" error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? (
        <Loading label="Loading the session">
          <LoadingRows rows={12} />
        </Loading>
      ) : null}
      {data === undefined ? null : <Detail detail={data} />}
    </div>
  );
}

function Detail({ detail }: { detail: SessionDetail }) {
  const ticking = useNow();
  const { session } = detail;
  // What is over does not change with the clock.
  const now = session.activity === "open" ? ticking : Date.parse(session.sessionEndTs);
  const asTable = useSearch().view === "table";
  const toggle = () => changeSearch({ view: asTable ? undefined : "table" }, true);
  useShortcuts([{ keys: "t", label: "The lanes as a table", group: "Session", run: toggle }]);
  const { words, tone } = sessionSentence(detail, now);
  return (
    <>
      <Header session={session} />
      <p className={`session-sentence ${tone}`}>{words}</p>
      <Measures session={session} />
      <div className="session-parts">
        <Startup detail={detail} />
        <WhoDidIt segments={detail.segments} />
      </div>
      <section aria-label="Lanes">
        <div className="section-head">
          <h2>Session</h2>
          <span className="small dim on-wide">
            seven lanes, one clock; <kbd>←</kbd> <kbd>→</kbd> walk the marks
          </span>
          <button type="button" className="button bare push" aria-pressed={asTable} onClick={toggle}>
            {asTable ? "As lanes" : "As table"}
            <kbd>T</kbd>
          </button>
        </div>
        {asTable ? <LaneTable detail={detail} now={now} /> : <Lanes detail={detail} now={now} />}
      </section>
    </>
  );
}

/** The same words for what does not exist and what one may not see. */
function Unknown({ id }: { id: string }) {
  return (
    <div className="empty">
      <p className="strong">
        No session <bdi className="mono">{middleCut(id, 60)}</bdi> in what you may see.
      </p>
      <Go className="button" href="/sessions">
        Show all sessions
      </Go>
    </div>
  );
}
