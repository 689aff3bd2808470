import "./compareTab.css";
import type { AgainstLastGood, ComparedRun, ComparedStep, JsonDifference } from "../../api/failures";
import type { RunRef } from "../../api/types";
import { shortDuration } from "../../model/duration";
import { differenceWords, longestStep, sideWords } from "../../model/lastGood";
import { runHref } from "../../model/runAddress";
import { stringifySearch } from "../../model/search";
import { seen } from "../../model/text";
import { CutId } from "../../parts/CutId";
import { Go } from "../../parts/Go";
import { Empty, Failed, Loading, LoadingRows } from "../../parts/States";
import { Status } from "../../parts/Status";
import { StepIcon } from "../../parts/timeline/Gutter";
import { When } from "../../parts/When";
import { useAgainstLastGood } from "./queries";
import type { RunUrl } from "./url";

/** This run beside the last one of the same workflow that completed: where they part, and what they began and ended with. */
export function CompareTab({ run, url }: { run: RunRef; url: RunUrl }) {
  const query = useAgainstLastGood(run, url.run);
  return (
    <section className="compare-tab" aria-label="Against the last good run">
      {query.error ? <Failed what="The comparison" error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending && !query.error ? (
        <Loading label="Loading the comparison">
          <LoadingRows rows={8} />
        </Loading>
      ) : null}
      {query.data === undefined ? null : query.data.good === null ? (
        <Empty title={query.data.sentence} />
      ) : (
        <Comparison found={query.data} good={query.data.good} />
      )}
    </section>
  );
}

function Comparison({ found, good }: { found: AgainstLastGood; good: ComparedRun }) {
  return (
    <>
      <p className="say">{found.sentence}</p>
      <dl className="compared-runs small">
        <Side name="This run" run={found.run} tookMs={found.durationHereMs} />
        <Side name="Last good run" run={good} tookMs={found.durationThereMs} />
      </dl>
      <Steps found={found} good={good} />
      <Differences title="Input" list={found.input} />
      <Differences title="Output" list={found.output} />
    </>
  );
}

/** Which run of the id: a link must not lead to what came later. */
const hrefOf = (run: ComparedRun, step?: string) =>
  `${runHref(run)}${stringifySearch({ run: String(run.runSeq), step })}`;

function Side({ name, run, tookMs }: { name: string; run: ComparedRun; tookMs: number | null }) {
  return (
    <div>
      <dt className="dim">{name}</dt>
      <dd>
        <Status look={run.status === "completed" || run.status === "cancelled" ? run.status : "failed"} size={14} />
        <Go className="link" href={hrefOf(run)}>
          <CutId id={run.workflowId} />
        </Go>
        <When at={run.endedAt} />
        {tookMs === null ? null : <span className="dim">took {shortDuration(tookMs)}</span>}
      </dd>
    </div>
  );
}

function Steps({ found, good }: { found: AgainstLastGood; good: ComparedRun }) {
  const longest = longestStep(found.steps);
  if (found.steps.length === 0) return <p className="small dim">Neither of them told of a step.</p>;
  return (
    <section className="scroll-x" aria-label="Steps of both runs" tabIndex={0}>
      <table className="table compared-steps">
        <thead>
          <tr>
            <th className="k-step">Step</th>
            <th>This run</th>
            <th>Last good run</th>
            <th className="k-differs">Difference</th>
          </tr>
        </thead>
        <tbody>
          {found.steps.map((pair) => (
            <tr key={pair.stepName} className={pair.stepName === found.partsAt ? "parts" : ""}>
              <td className="k-step" title={pair.stepName}>
                <bdi className={pair.differs.length > 0 ? "strong" : ""}>{seen(pair.stepName)}</bdi>
                {pair.stepName === found.partsAt ? <small>they part here</small> : null}
              </td>
              <td>
                <StepSide side={pair.here} longest={longest} href={hrefOf(found.run, pair.stepName)} />
              </td>
              <td>
                <StepSide side={pair.there} longest={longest} href={hrefOf(good, pair.stepName)} />
              </td>
              <td className="k-differs">
                {differenceWords(pair)}
                {pair.here?.errorMessage ? (
                  <small title={pair.here.errorMessage}>
                    <bdi>{pair.here.errorMessage}</bdi>
                  </small>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function StepSide({ side, longest, href }: { side: ComparedStep | null; longest: number; href: string }) {
  if (side === null) return <span className="dim">{sideWords(side)}</span>;
  return (
    <>
      <Go className="compared-side" href={href}>
        <StepIcon status={side.status} />
        <span className="cut">{sideWords(side)}</span>
      </Go>
      <span className="compared-bar" aria-hidden="true">
        <i
          className={side.status === "failed" ? "failed" : ""}
          style={{ width: `${((side.durationMs ?? 0) / longest) * 100}%` }}
        />
      </span>
    </>
  );
}

/** How the path of a whole document is written. */
const WHOLE = "$";

/** Only where they differ; what is the same in both is left out. */
function Differences({ title, list }: { title: string; list: readonly JsonDifference[] }) {
  return (
    <section aria-label={`${title} of both runs`}>
      <h3>{title}</h3>
      {list.length === 0 ? (
        <p className="small dim">The same in both.</p>
      ) : (
        <table className="table compared-json">
          <thead>
            <tr>
              <th>Where</th>
              <th>This run</th>
              <th>Last good run</th>
            </tr>
          </thead>
          <tbody>
            {list.map(({ path, here, there }) => (
              <tr key={path}>
                <td className="mono">{path === WHOLE ? <span className="dim">all of it</span> : <bdi>{path}</bdi>}</td>
                <td className="mono">
                  <Value text={here} />
                </td>
                <td className="mono">
                  <Value text={there} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const Value = ({ text }: { text: string | null }) =>
  text === null ? <span className="dim">not there</span> : <bdi>{text}</bdi>;
