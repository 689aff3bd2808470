import "./beside.css";
import { Problem } from "../../api/client";
import type { FailureGroup, FailureGroupDetail } from "../../api/failures";
import { useNow } from "../../live";
import { dailyCounts, failureHref, groupName, newestWords, shareOf, spreadWords } from "../../model/failures";
import { signatureHref, withChosen } from "../../model/signatures";
import { percent } from "../../model/stageFigures";
import { count, counted, middleCut } from "../../model/text";
import { CutId } from "../../parts/CutId";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { SignatureState } from "../../parts/SignatureState";
import { Spark } from "../../parts/Spark";
import { Empty, Failed, Loading, LoadingRows } from "../../parts/States";
import { Actions } from "../../parts/signature/Actions";
import { Advice } from "../../parts/signature/Advice";
import { EditNotes } from "../../parts/signature/EditNotes";
import { useSignature } from "../../parts/signature/queries";
import { When } from "../../parts/When";
import { useEnvironments } from "../../shell/environments";
import { changeSearch, hrefWith } from "../../shell/url";
import { GroupInbox } from "./GroupInbox";
import { Message } from "./Message";
import { useGroup } from "./queries";
import { type FailuresUrl, runsOfGroup } from "./url";

/** One group beside the list: its history, what people said of it, what is special about it, and its newest runs. */
export function Group({ id, url }: { id: string; url: FailuresUrl }) {
  const query = useGroup(id, url);
  const missing = query.error instanceof Problem && query.error.status === 404;
  return (
    <aside className="signature failure-group" aria-label="Group">
      {query.error && !missing ? (
        <Failed what="The group" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {missing ? (
        <Empty title={`No failure of kind ${middleCut(id)} in what you may see.`}>
          <button type="button" className="button" onClick={() => changeSearch(withChosen(null))}>
            Close
          </button>
        </Empty>
      ) : null}
      {query.isPending && !query.error ? (
        <Loading label="Loading the group">
          <LoadingRows rows={6} />
        </Loading>
      ) : null}
      {query.data === undefined || missing ? null : <Content detail={query.data} url={url} />}
    </aside>
  );
}

function Content({ detail, url }: { detail: FailureGroupDetail; url: FailuresUrl }) {
  const { group } = detail;
  const signature = useSignature(group.signatureId).data;
  return (
    <>
      <header className="line">
        <SignatureState state={signature?.state ?? group.state} />
        <span className="small dim cut">
          <Standing group={group} />
        </span>
        <Go
          className="button bare square push"
          href={signatureHref(group.signatureId)}
          aria-label="Open the signature"
          title="Open the signature"
        >
          <Icon name="outside" size={14} />
        </Go>
        <button
          type="button"
          className="button bare square"
          aria-label="Close"
          title="Close (Esc)"
          onClick={() => changeSearch(withChosen(null))}
        >
          <Icon name="close" size={14} />
        </button>
      </header>
      <h2 className="signature-name">
        <Message text={groupName(group)} />
      </h2>
      <p>{group.sentence}</p>
      {signature === undefined ? null : url.editing ? (
        <EditNotes signature={signature} />
      ) : (
        <Advice signature={signature} />
      )}
      {signature === undefined ? null : <Actions signature={signature} />}
      <GroupInbox group={group} url={url} />
      <History detail={detail} />
      <Environments group={group} />
      <OverRepresented detail={detail} />
      <Newest detail={detail} />
    </>
  );
}

function Standing({ group: { state, lastSeenAt, resolvedAt } }: { group: FailureGroup }) {
  if (state === "resolved") {
    return (
      <>
        since <When at={resolvedAt} />
      </>
    );
  }
  return (
    <>
      {state === "regressed" ? "back, seen " : "seen "}
      <When at={lastSeenAt} />
    </>
  );
}

const DAYS = 30;

function History({ detail: { daily, group } }: { detail: FailureGroupDetail }) {
  const counts = dailyCounts(daily, useNow(), DAYS);
  const most = Math.max(...counts);
  return (
    <section aria-label="History">
      <h3>In {DAYS} days, by day in UTC</h3>
      <Spark
        counts={counts}
        width={300}
        tone={group.outsideUsual ? "bad" : "work"}
        words={`${count(counts.reduce((sum, n) => sum + n, 0))} failures in ${DAYS} days, at most ${count(most)} a day`}
      />
      <p className="small dim">
        first <When at={group.firstSeenAt} />, at most {count(most)} a day
        {group.usualPerDay === null ? "" : `, usually ${group.usualPerDay.toFixed(1)} a day`}
      </p>
    </section>
  );
}

/** Whether it is only here: the same kind of failure, environment beside environment. */
function Environments({ group }: { group: FailureGroup }) {
  const known = useEnvironments();
  const most = Math.max(1, ...group.environments.map((one) => one.count));
  const names = [...known, ...group.environments.map((one) => one.env).filter((env) => !known.includes(env))];
  return (
    <section aria-label="By environment">
      <h3>{spreadWords(group, known)}</h3>
      <ul className="failure-envs small">
        {names.map((env) => {
          const n = group.environments.find((one) => one.env === env)?.count ?? 0;
          return (
            <li key={env}>
              <Env name={env} />
              <span className="compare-bar" aria-hidden="true">
                <i style={{ width: `${(n / most) * 100}%` }} />
              </span>
              <Go className={n === 0 ? "dim" : "strong"} href={hrefWith({ ...runsOfGroup(group.signatureId), env })}>
                {counted(n, "run")}
              </Go>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function OverRepresented({ detail: { overRepresented } }: { detail: FailureGroupDetail }) {
  if (overRepresented.length === 0) return null;
  return (
    <section aria-label="What is more frequent here">
      <h3>More frequent among these failures than among all runs</h3>
      <table className="table small failure-over">
        <thead>
          <tr>
            <th>Attribute</th>
            <th>Value</th>
            <th className="number">Failed</th>
            <th className="number">All</th>
          </tr>
        </thead>
        <tbody>
          {overRepresented.map((one) => (
            <tr key={`${one.attribute}\n${one.value}`}>
              <td className="dim" title={one.attribute}>
                <bdi>{one.attribute}</bdi>
              </td>
              <td title={one.value}>
                <bdi>{one.value}</bdi>
              </td>
              <td className="number strong" title={`${count(one.failed)} of ${count(one.failedOf)}`}>
                {percent(shareOf(one).failed)}
              </td>
              <td className="number dim" title={`${count(one.all)} of ${count(one.allOf)}`}>
                {percent(shareOf(one).all)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Newest({ detail: { newest, group } }: { detail: FailureGroupDetail }) {
  return (
    <section aria-label="Newest runs">
      <h3>Newest runs of this group</h3>
      <ul className="failure-newest small">
        {newest.map((failure) => (
          <li key={`${failure.runId} ${failure.runSeq}`}>
            <span className="status failed">
              <Icon name="failed" size={14} />
              <span className="unseen">Failed</span>
            </span>
            <Go href={failureHref(failure)}>
              <CutId id={failure.workflowId} />
            </Go>
            <span className="dim nowrap">{counted(failure.attempts, "attempt")}</span>
            <span className="nowrap">
              <When at={failure.failedAt} />
            </span>
          </li>
        ))}
      </ul>
      <Go className="link small" href={hrefWith(runsOfGroup(group.signatureId))}>
        {newestWords(group)}
      </Go>
    </section>
  );
}
