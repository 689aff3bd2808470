import "./signal.css";
import type { EarlierRun, RunDetail, RunItem } from "../../api/types";
import { shortDuration } from "../../model/duration";
import { actionsFrom, type Heard, isInside, kindWords, outcomeBefore, signalSentence } from "../../model/firstSignal";
import { runHref } from "../../model/runAddress";
import { runSentence } from "../../model/runSentence";
import { LOOK_WORD, lookOf } from "../../model/status";
import { middleCut, seen } from "../../model/text";
import { Announce } from "../../parts/Announce";
import { Go } from "../../parts/Go";
import { When } from "../../parts/When";
import { hrefWith } from "../../shell/url";
import { Pips } from "./Pips";
import { useLastGood } from "./queries";
import { SeenBefore } from "./SeenBefore";
import { FORGET } from "./url";

const LONGEST_NAME = 80;

/**
 * How the run stands, in one sentence: the server's, which is the same on every surface, or, of an earlier run or moment,
 * one that follows from the run. Then what comes of it, where to look next, and the steps at a glance.
 */
export function Signal(props: { detail: RunDetail; now: number; heard: Heard | null; tookMs: number | null }) {
  const { detail, now, heard } = props;
  const { workflow } = detail;
  const { before, step, after, follows } =
    heard === null ? runSentence(detail, now) : signalSentence(heard, detail, now);
  const known = heard?.signal.seenBefore ?? null;
  return (
    <div className="signal-line">
      <article className={`signal ${lookOf(workflow)}`} aria-label="How it stands">
        <Announce words={`${workflow.workflowName}: ${LOOK_WORD[lookOf(workflow)]}`} />
        {heard === null ? null : <Kind heard={heard} tookMs={props.tookMs} />}
        <p className="say">
          {before}
          {step === null ? null : (
            <Go href={hrefWith({ tab: undefined, step, attempt: undefined })}>
              <b>
                <bdi title={step}>{middleCut(seen(step), LONGEST_NAME)}</bdi>
              </b>
            </Go>
          )}
          {after}
        </p>
        {follows === null ? null : <p className="small ink2 signal-follows">{follows}</p>}
        <Leads detail={detail} heard={heard} />
        <Pips detail={detail} />
      </article>
      {known === null ? null : <SeenBefore known={known} />}
    </div>
  );
}

/** What kind of sign it is, of which phase, since when, and how quickly it was here. */
function Kind({ heard: { signal }, tookMs }: { heard: Heard; tookMs: number | null }) {
  return (
    <p className="small dim signal-kind">
      <b>{kindWords(signal)}</b>
      {signal.since === null ? null : (
        <>
          {" "}
          {signal.kind === "failed" || signal.kind === "succeeded" || signal.kind === "canceled" ? "at" : "since"}{" "}
          <When at={signal.since} />
        </>
      )}
      {tookMs === null ? null : (
        <span className="signal-took">
          first signal {shortDuration(tookMs)} after <span className="on-wide">you opened this run</span>
          <span className="on-phone">opening</span>
        </span>
      )}
    </p>
  );
}

/** Where it was good before, how the run before ended, and where to look next. */
function Leads({ detail, heard }: { detail: RunDetail; heard: Heard | null }) {
  const { workflow } = detail;
  const good = useLastGood(workflow).data?.items[0];
  const earlier = detail.runs.find((run) => run.runSeq === workflow.runSeq - 1);
  const outcome = heard === null ? null : outcomeBefore(heard.signal, workflow);
  const isThe = (run: { workflowId: string | null; runSeq: number | null }) =>
    outcome !== null && run.workflowId === outcome.workflowId && run.runSeq === outcome.runSeq;
  const shownEarlier = earlier !== undefined && !isThe({ ...workflow, runSeq: earlier.runSeq }) ? earlier : undefined;
  const shownGood = good === undefined || isThe(good) ? undefined : good;
  const earlierHref = earlier === undefined ? [] : [`${runHref(workflow)}?run=${earlier.runSeq}`];
  const actions = heard === null ? [] : actionsFrom(heard.signal, workflow, earlierHref);
  if (!outcome && !shownEarlier && !shownGood && actions.length === 0) return null;
  return (
    <dl className="signal-links small">
      {outcome === null ? null : <Before name={workflow.workflowName} outcome={outcome} />}
      {shownEarlier === undefined ? null : <ThisIdBefore run={shownEarlier} />}
      {actions.length === 0 ? null : (
        <div>
          <dt className="tiny dim">Next</dt>
          <dd className="signal-actions">
            {actions.map(({ label, href }) => (
              <Lead key={href} href={href}>
                {label}
              </Lead>
            ))}
          </dd>
        </div>
      )}
      {shownGood === undefined ? null : <LastGood run={shownGood} />}
    </dl>
  );
}

function Lead({ href, children }: { href: string; children: string }) {
  return isInside(href) ? (
    <Go className="link" href={href}>
      {children}
    </Go>
  ) : (
    <a className="link" href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

function Before({ name, outcome }: { name: string; outcome: NonNullable<ReturnType<typeof outcomeBefore>> }) {
  const { word, at, durationMs, workflowId, href } = outcome;
  const words = (
    <>
      {word} <When at={at} />
      {durationMs === null ? "" : `, took ${shortDuration(durationMs)}`}
      {workflowId === null ? null : (
        <>
          , <bdi>{middleCut(seen(workflowId))}</bdi>
        </>
      )}
    </>
  );
  return (
    <div>
      <dt className="tiny dim">
        The run of <bdi>{middleCut(seen(name), LONGEST_NAME)}</bdi> before
      </dt>
      <dd>
        {href === null ? (
          words
        ) : (
          <Go className="link" href={href}>
            {words}
          </Go>
        )}
      </dd>
    </div>
  );
}

function LastGood({ run }: { run: RunItem }) {
  return (
    <div>
      <dt className="tiny dim">
        Last run of <bdi>{middleCut(seen(run.workflowName), LONGEST_NAME)}</bdi> that completed
      </dt>
      <dd>
        <Go className="link" href={runHref(run)}>
          <When at={run.endedAt} />, {middleCut(run.workflowId)}
        </Go>{" "}
        <Go className="link" href={hrefWith({ tab: "compare" })}>
          Compare
        </Go>
      </dd>
    </div>
  );
}

function ThisIdBefore({ run }: { run: EarlierRun }) {
  return (
    <div>
      <dt className="tiny dim">This id before</dt>
      <dd>
        <Go className="link" href={hrefWith({ ...FORGET, run: String(run.runSeq) })}>
          run {run.runSeq}, {run.status} <When at={run.endedAt ?? run.startedAt ?? run.createdAt} />
        </Go>
      </dd>
    </div>
  );
}
