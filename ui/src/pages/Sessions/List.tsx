import { memo } from "react";
import type { Session } from "../../api/sessions";
import { shortDuration } from "../../model/duration";
import { sessionHref } from "../../model/sessionAddress";
import { errorWords, swapWords } from "../../model/sessionStatus";
import { counted, middleCut, seen } from "../../model/text";
import { CutId } from "../../parts/CutId";
import { Evidence } from "../../parts/Evidence";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { SessionStatus } from "../../parts/SessionStatus";
import { Empty, Failed, Loading, LoadingRows } from "../../parts/States";
import { When } from "../../parts/When";
import { useShortcuts } from "../../shell/keys";
import { hrefWith } from "../../shell/url";
import { useSessions } from "./queries";
import { OWN_FILTERS, type SessionsUrl } from "./url";

/** The sessions themselves, those first that began last. */
export function List({ url }: { url: SessionsUrl }) {
  const { query, sessions, waiting, showWaiting } = useSessions(url);
  useShortcuts([{ keys: ".", label: "Show new sessions", group: "Sessions", run: showWaiting }]);
  return (
    <section aria-label="List of sessions" id="list">
      <div className="section-head">
        <h2>Sessions</h2>
        <span className="small dim">those first that began last</span>
        {waiting === 0 ? null : (
          <button type="button" className="button push" onClick={showWaiting}>
            <Icon name="arrowUp" size={13} />
            {counted(waiting, "new session")}
            <kbd>.</kbd>
          </button>
        )}
      </div>
      {query.error ? <Failed what="The list" error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending && !query.error ? (
        <Loading label="Loading the list">
          <LoadingRows rows={8} />
        </Loading>
      ) : null}
      {query.isSuccess && sessions.length === 0 ? (
        <Empty title="No session matches.">
          <Go className="link" href={hrefWith(OWN_FILTERS)}>
            Show all of this time
          </Go>
        </Empty>
      ) : null}
      {sessions.length === 0 ? null : <Table sessions={sessions} />}
      {query.hasNextPage ? (
        <button
          type="button"
          className="button list-more"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older sessions
        </button>
      ) : null}
    </section>
  );
}

function Table({ sessions }: { sessions: readonly Session[] }) {
  return (
    <div className="panel list-panel">
      <table className="table session-list" aria-label="Sessions">
        <thead>
          <tr>
            <th className="s-status">Status</th>
            <th className="s-id">Session</th>
            <th className="s-began">Began</th>
            <th className="s-gateway">Gateway</th>
            <th className="s-orchestrator">Orchestrator</th>
            <th className="s-model">Pipeline, model</th>
            <th className="s-startup number">Startup</th>
            <th className="s-fps number">fps</th>
            <th className="s-swaps">Swaps</th>
            <th className="s-errors">Errors</th>
            <th className="s-activity">Activity</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <Row key={session.workflowSessionId} session={session} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Row = memo(function Row({ session }: { session: Session }) {
  const failed = session.errorCount > session.excusableErrorCount;
  return (
    <tr>
      <td className="s-status">
        <SessionStatus session={session} />
      </td>
      <td className="s-id">
        <Go className="link-id" href={sessionHref(session.workflowSessionId)} title={session.workflowSessionId}>
          <CutId id={session.workflowSessionId} />
        </Go>
      </td>
      <td className="s-began ink2">
        <When at={session.sessionStartTs} />
      </td>
      <td className="s-gateway">
        <Evidence value={session.gateway} why="No event named a gateway.">
          {(name) => <CutId id={name} className="" />}
        </Evidence>
      </td>
      <td className="s-orchestrator">
        <Named value={session.orchestratorAddress} why="No event named an orchestrator." />
      </td>
      <td className="s-model">
        <Model session={session} />
      </td>
      <td className="s-startup number">
        <Evidence value={session.startupMs} why="An edge is missing, or comes before its start.">
          {(ms) => shortDuration(ms)}
        </Evidence>
      </td>
      <td className="s-fps number">
        <Evidence value={session.avgFps} why="No status told a frame rate.">
          {(fps) => fps.toFixed(1)}
        </Evidence>
      </td>
      <td className={`s-swaps ${session.sessionHasSwap ? "" : "dim"}`}>{swapWords(session)}</td>
      <td
        className={`s-errors ${failed ? "tone-bad" : session.errorCount === 0 ? "dim" : "ink2"}`}
        title={session.lastError ?? ""}
      >
        {errorWords(session)}
      </td>
      <td className="s-activity ink2">{session.activity}</td>
    </tr>
  );
});

function Named({ value, why }: { value: string | null; why: string }) {
  return (
    <Evidence value={value} why={why}>
      {(name) => <bdi title={name}>{middleCut(seen(name), 12)}</bdi>}
    </Evidence>
  );
}

function Model({ session: { pipeline, modelId } }: { session: Session }) {
  const both = [pipeline, modelId].filter((one): one is string => one !== null);
  const words = [...new Set(both)].map(seen).join(", ");
  return (
    <Evidence value={words === "" ? null : words} why="No event named a pipeline, and no snapshot a model.">
      {(text) => <bdi title={text}>{text}</bdi>}
    </Evidence>
  );
}
