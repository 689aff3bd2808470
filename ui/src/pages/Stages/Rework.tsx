import type { StageEdge, StageReworkItem, WorstRework } from "../../api/types";
import { shortDuration } from "../../model/duration";
import { runHref } from "../../model/runAddress";
import { byName, groupName, percent, shareWords } from "../../model/stageFigures";
import { passesOf } from "../../model/stageFlow";
import { count, counted, middleCut, seen } from "../../model/text";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { Failed } from "../../parts/States";
import { useSearch } from "../../shell/url";
import { NEAREST } from "./FlowLine";
import { Ms } from "./Ms";
import { useFlow, useRework } from "./queries";
import { runsHref, type StagesUrl } from "./url";

const MOST_WORST = 8;

/** What is done again: how often, what it costs, which stage sends back to which, and who suffers most. */
export function Rework({ url, order }: { url: StagesUrl; order: readonly string[] }) {
  const { data, error, refetch } = useRework(url);
  const known = byName(data?.items);
  const items =
    url.by === "stage"
      ? order.flatMap((name) => known.get(name) ?? [])
      : [...known.values()].sort((a, b) => b.extraStarts - a.extraStarts);
  const touch = items.reduce((sum, item) => sum + item.touchMs, 0);
  const again = items.reduce((sum, item) => sum + item.reworkMs, 0);
  const loops = items.reduce((sum, item) => sum + item.extraStarts, 0);
  return (
    <section className="stages-rework" aria-label="Rework">
      <div className="section-head">
        <h2>Rework</h2>
        <span className="small dim">
          {data === undefined
            ? ""
            : loops === 0
              ? "nothing was started again"
              : `${counted(loops, "pass", "passes")} again, ${touch === 0 ? "—" : percent(again / touch)} of all time worked`}
        </span>
      </div>
      {error ? <Failed what="Rework" error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined || loops === 0 ? null : (
        <div className="rework-parts">
          <div>
            <Loops url={url} items={items} />
            <SentBack url={url} edges={data.sentBack} />
          </div>
          <Worst worst={data.worst.slice(0, MOST_WORST)} />
        </div>
      )}
    </section>
  );
}

function Loops({ url, items }: { url: StagesUrl; items: readonly StageReworkItem[] }) {
  const search = useSearch();
  const isStage = url.by === "stage";
  return (
    <div className="panel scroll-x">
      <table className="table loops">
        <caption className="unseen">What was done again</caption>
        <thead>
          <tr>
            <th>{isStage ? "Stage" : "Workflow"}</th>
            <th className="number" title="Workflows that came here more than once">
              Came again
            </th>
            <th className="number">Extra passes</th>
            <th className="number">Time on it</th>
            <th className="number">Of it again</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const name = groupName(item);
            return (
              <tr key={name}>
                <td>
                  <Go className="strong" href={runsHref(search, isStage ? url.workflow : [name])}>
                    <bdi>{seen(name)}</bdi>
                  </Go>
                </td>
                <td className="number" title={`${count(item.reworked)} of ${count(item.started)}`}>
                  {item.reworked === 0 ? <span className="dim">0</span> : shareWords(item.reworked, item.started)}
                </td>
                <td className="number">
                  {item.extraStarts === 0 ? <span className="dim">0</span> : count(item.extraStarts)}
                </td>
                <td className="number">{shortDuration(item.touchMs)}</td>
                <td className="number" title={`${shortDuration(item.reworkMs)} of ${shortDuration(item.touchMs)}`}>
                  {item.reworkShare ? percent(item.reworkShare) : <span className="dim">0%</span>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function SentBack({ url, edges }: { url: StagesUrl; edges: readonly StageEdge[] }) {
  const flow = useFlow(url);
  const href = runsHref(useSearch(), url.workflow);
  const passes = flow.data === undefined ? null : passesOf(flow.data);
  return (
    <div className="panel scroll-x">
      <table className="table sent-back">
        <caption className="unseen">Which stage sends work back to which</caption>
        <thead>
          <tr>
            <th>Sent back</th>
            <th className="number">n</th>
            <th className="number" title="Of all passes of the first of the two">
              Share
            </th>
            <th className="number">Waits, p50</th>
          </tr>
        </thead>
        <tbody>
          {edges.map((edge) => (
            <tr key={`${edge.fromStage}\n${edge.toStage}`}>
              <td title={`${edge.fromStage} to ${edge.toStage}`}>
                <bdi className="strong">{seen(edge.fromStage)}</bdi> <span className="dim">to</span>{" "}
                <bdi>{seen(edge.toStage)}</bdi>
              </td>
              <td className="number">
                <Go href={href} title={NEAREST}>
                  {count(edge.n)}
                </Go>
              </td>
              <td className="number">{shareWords(edge.n, passes?.get(edge.fromStage) ?? edge.n)}</td>
              <td className="number">
                <Ms ms={edge.waiting.p50Ms} figure={edge.waiting} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {edges.length === 0 ? <p className="small dim table-none">No stage sent work back to another.</p> : null}
    </div>
  );
}

function Worst({ worst }: { worst: readonly WorstRework[] }) {
  return (
    <div className="panel scroll-x">
      <table className="table worst">
        <caption className="unseen">Workflows that were started again most often</caption>
        <thead>
          <tr>
            <th>Most often again</th>
            <th className="w-env">Env</th>
            <th>At</th>
            <th className="number w-extra">Extra</th>
            <th className="number w-time">Time again</th>
          </tr>
        </thead>
        <tbody>
          {worst.map((item) => (
            <tr key={[item.env, item.serviceKey, item.workflowId, item.runSeq, item.workflowStage].join("\n")}>
              <td>
                <Go
                  href={`${runHref(item)}${item.runSeq > 1 ? `?run=${item.runSeq}` : ""}`}
                  title={`${item.workflowName} ${item.workflowId}`}
                >
                  <bdi className="mono">{middleCut(seen(item.workflowId), 22)}</bdi>
                </Go>
              </td>
              <td>
                <Env name={item.env} short />
              </td>
              <td title={item.workflowStage}>
                <bdi>{seen(item.workflowStage)}</bdi>
              </td>
              <td className="number">{count(item.extraStarts)}</td>
              <td className="number">{shortDuration(item.reworkMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
