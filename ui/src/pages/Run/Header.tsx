import type { EarlierRun, Estimate, RunDetail } from "../../api/types";
import { longDuration, shortDuration } from "../../model/duration";
import { estimateOf, estimateSentence } from "../../model/estimate";
import { expected } from "../../model/lanes";
import { sessionHref } from "../../model/sessionAddress";
import { elapsedMs, isOpen, lookDetail, lookOf } from "../../model/status";
import { count, counted, middleCut, seen } from "../../model/text";
import { Copy } from "../../parts/Copy";
import { Choice, Drop } from "../../parts/Drop";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { Status } from "../../parts/Status";
import { When } from "../../parts/When";
import { changeSearch, useZone } from "../../shell/url";
import { FORGET, type RunUrl } from "./url";

/** Status, name, id and facts. */
export function Header({ detail, now, url }: { detail: RunDetail; now: number; url: RunUrl }) {
  const { workflow } = detail;
  const zone = useZone();
  const elapsed = elapsedMs(workflow, now);
  const estimate = estimateOf(workflow);
  const done = workflow.completedSteps.length;
  const attempts = detail.attempts.length;
  const usual = expected(workflow);
  return (
    <header className="run-header">
      <div className="line run-title">
        <Status look={lookOf(workflow)} detail={lookDetail(workflow, now, zone)} size={16} />
        <h2 className="cut" title={workflow.workflowName}>
          <bdi>{seen(workflow.workflowName)}</bdi>
        </h2>
        <span className="mono ink2 cut" title={workflow.workflowId}>
          <bdi>{middleCut(seen(workflow.workflowId), 48)}</bdi>
        </span>
        <Copy text={workflow.workflowId} label="Copy the id" />
        {workflow.session ? (
          <Go className="button push" href={sessionHref(workflow.workflowId)}>
            <Icon name="sessions" size={14} />
            As a session
          </Go>
        ) : null}
      </div>
      <div className="facts small">
        <Env name={workflow.env} />
        <Go className="cut" href={`/runs?service=${encodeURIComponent(workflow.serviceKey)}`}>
          <bdi>{workflow.serviceKey}</bdi>
        </Go>
        <Ended detail={detail} />
        {elapsed === null ? null : (
          <span>
            {isOpen(workflow) ? "for" : "took"} <b>{shortDuration(elapsed)}</b>
            {usual === null ? null : (
              <span title={`Half of ${usual.n} runs; 95 of 100 need at most ${shortDuration(usual.p95Ms)}`}>
                , usually {longDuration(usual.p50Ms)}
              </span>
            )}
          </span>
        )}
        {estimate === null ? null : <Expected estimate={estimate} now={now} />}
        {workflow.session ? null : (
          <>
            <span>
              {count(done)} of {counted(Math.max(detail.steps.length, done), "step")}
            </span>
            <span>{counted(attempts, "attempt")}</span>
          </>
        )}
        {isOpen(workflow) && workflow.lastEventAt !== null ? (
          <span>
            last event <When at={workflow.lastEventAt} />
          </span>
        ) : null}
        <RunsOfThisId runs={detail.runs} shown={workflow.runSeq} url={url} />
        {workflow.executionId === null ? null : (
          <span className="cut" title={workflow.executionId}>
            execution <span className="mono">{middleCut(workflow.executionId)}</span>
          </span>
        )}
      </div>
    </header>
  );
}

/** How long it has left, and whether that is usual. */
function Expected({ estimate, now }: { estimate: Estimate; now: number }) {
  const words = estimateSentence(estimate, now, useZone());
  if (words === null && !estimate.slowerThanUsual) return null;
  return (
    <span title={`From ${counted(estimate.n, "completed run")} of this workflow`}>
      {words}
      {estimate.slowerThanUsual ? <b className="tone-warn">{words === null ? "" : ", "}slower than usual</b> : null}
    </span>
  );
}

function Ended({ detail: { workflow } }: { detail: RunDetail }) {
  if (workflow.endedAt !== null) {
    return (
      <span>
        {workflow.status} <When at={workflow.endedAt} />
      </span>
    );
  }
  const [word, at] = workflow.startedAt === null ? ["queued", workflow.createdAt] : ["started", workflow.startedAt];
  return (
    <span>
      {word} <When at={at} />
    </span>
  );
}

/** An id may be used again: each use is a run of its own. */
function RunsOfThisId({ runs, shown, url }: { runs: readonly EarlierRun[]; shown: number; url: RunUrl }) {
  if (runs.length < 2) return null;
  const choose = (run: EarlierRun, close: () => void) => {
    const newest = run.runSeq === runs.length;
    changeSearch({ ...FORGET, run: newest ? undefined : String(run.runSeq) });
    close();
  };
  return (
    <Drop
      name="Runs of this id"
      label={`run ${shown} of ${runs.length}`}
      className={`button bare small${url.run === null ? "" : " strong"}`}
      align="bottom-start"
    >
      {(close) =>
        [...runs].reverse().map((run) => (
          <Choice
            key={run.runSeq}
            on={run.runSeq === shown}
            onChoose={() => choose(run, close)}
            hint={run.durationMs === null ? "" : shortDuration(run.durationMs)}
          >
            run {run.runSeq}, {run.status} <When at={run.endedAt ?? run.startedAt ?? run.createdAt} />
          </Choice>
        ))
      }
    </Drop>
  );
}
