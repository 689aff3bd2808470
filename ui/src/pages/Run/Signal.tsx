import "./signal.css";
import type { EarlierRun, RunDetail } from "../../api/types";
import { runHref } from "../../model/runAddress";
import { runSentence } from "../../model/runSentence";
import { LOOK_WORD, lookOf } from "../../model/status";
import { middleCut, seen } from "../../model/text";
import { Announce } from "../../parts/Announce";
import { Go } from "../../parts/Go";
import { When } from "../../parts/When";
import { hrefWith } from "../../shell/url";
import { useLastGood } from "./queries";
import { FORGET } from "./url";

const MOST_PIPS = 24;
const LONGEST_NAME = 80;

/** How the run stands, in one sentence; what follows from it; where it was good before; the steps at a glance. */
export function Signal({ detail, now }: { detail: RunDetail; now: number }) {
  const { workflow } = detail;
  const { before, step, after, follows } = runSentence(detail, now);
  const good = useLastGood(workflow).data?.items[0];
  const earlier = detail.runs.find((run) => run.runSeq === workflow.runSeq - 1);
  return (
    <article className={`signal ${lookOf(workflow)}`} aria-label="How it stands">
      <Announce words={`${workflow.workflowName}: ${LOOK_WORD[lookOf(workflow)]}`} />
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
      {follows === null ? null : <p className="small ink2">{follows}</p>}
      {good === undefined && earlier === undefined ? null : (
        <dl className="signal-links small">
          {good === undefined ? null : (
            <div>
              <dt className="tiny dim">Last run of {workflow.workflowName} that completed</dt>
              <dd>
                <Go className="link" href={runHref(good)}>
                  <When at={good.endedAt} />, {middleCut(good.workflowId)}
                </Go>
              </dd>
            </div>
          )}
          {earlier === undefined ? null : <Before run={earlier} />}
        </dl>
      )}
      <Pips detail={detail} />
    </article>
  );
}

function Before({ run }: { run: EarlierRun }) {
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

/** One pip per step as long as they can be told apart; beyond that the share that is done. */
function Pips({ detail }: { detail: RunDetail }) {
  const { steps } = detail;
  if (steps.length === 0) return null;
  if (steps.length > MOST_PIPS) {
    const share = (status: string) => (steps.filter((step) => step.status === status).length / steps.length) * 100;
    return (
      <div className="pips-many" aria-hidden="true">
        {["completed", "running", "retrying", "failed", "cancelled"].map((status) => (
          <i key={status} className={`pip ${status}`} style={{ width: `${share(status)}%` }} />
        ))}
      </div>
    );
  }
  return (
    <ol className="pips" aria-label="Steps">
      {steps.map((step) => (
        <li key={step.stepName} className={step.status} title={`${step.stepName}, ${step.status}`}>
          <i className={`pip ${step.status}`} />
          <bdi className="cut">{seen(step.stepName)}</bdi>
        </li>
      ))}
    </ol>
  );
}
