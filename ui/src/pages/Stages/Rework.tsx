import type { StageEdge, StageReworkItem, WorstRework } from "../../api/types";
import { shortDuration } from "../../model/duration";
import { runHref } from "../../model/runAddress";
import type { SortColumns } from "../../model/sorting";
import { byName, groupName, percent, shareWords } from "../../model/stageFigures";
import { passesOf } from "../../model/stageFlow";
import { behindEdge, behindHref, behindLine } from "../../model/stagesBehind";
import { count, counted, seen } from "../../model/text";
import { CutId } from "../../parts/CutId";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { Failed } from "../../parts/States";
import { SortHead, useSorting } from "../../shell/sorting";
import { useSearch } from "../../shell/url";
import { Ms } from "./Ms";
import { useFlow, useRework } from "./queries";
import type { StagesUrl } from "./url";

const MOST_WORST = 8;

/** What is done again: how often, what it costs, which stage sends back to which, and who suffers most. */
export function Rework({ url, order }: { url: StagesUrl; order: readonly string[] }) {
  const { data, error, refetch } = useRework(url);
  const search = useSearch();
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
          {data === undefined ? (
            ""
          ) : loops === 0 ? (
            "nothing was started again"
          ) : (
            <>
              <Go className="link" href={behindHref(search, { is: "reworked" })}>
                {counted(loops, "pass", "passes")} again
              </Go>
              , {touch === 0 ? "—" : percent(again / touch)} of all time worked
            </>
          )}
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

const LOOPS: SortColumns<StageReworkItem> = {
  name: groupName,
  came: (item) => (item.started === 0 ? null : item.reworked / item.started),
  extra: (item) => item.extraStarts,
  time: (item) => item.touchMs,
  share: (item) => item.reworkShare ?? 0,
};

function Loops({ url, items }: { url: StagesUrl; items: readonly StageReworkItem[] }) {
  const search = useSearch();
  const table = useSorting("againSort", LOOPS);
  const isStage = url.by === "stage";
  return (
    <div className="panel scroll-x">
      <table className="table loops">
        <caption className="unseen">What was done again</caption>
        <thead>
          <tr>
            <SortHead table={table} column="name" words>
              {isStage ? "Stage" : "Workflow"}
            </SortHead>
            <SortHead table={table} column="came" title="Workflows that came here more than once">
              Came again
            </SortHead>
            <SortHead table={table} column="extra">
              Extra passes
            </SortHead>
            <SortHead table={table} column="time">
              Time on it
            </SortHead>
            <SortHead table={table} column="share">
              Of it again
            </SortHead>
          </tr>
        </thead>
        <tbody>
          {table.sorted(items).map((item) => {
            const name = groupName(item);
            const own = behindLine(url.by, name);
            const again = (words: string) => (
              <Go href={behindHref(search, { ...own, is: "reworked" })} title="Opens those that were started again.">
                {words}
              </Go>
            );
            return (
              <tr key={name}>
                <td>
                  <Go className="strong" href={behindHref(search, own)}>
                    <bdi>{seen(name)}</bdi>
                  </Go>
                </td>
                <td className="number" title={`${count(item.reworked)} of ${count(item.started)}`}>
                  {item.reworked === 0 ? (
                    <span className="dim">0</span>
                  ) : (
                    again(shareWords(item.reworked, item.started))
                  )}
                </td>
                <td className="number">
                  {item.extraStarts === 0 ? <span className="dim">0</span> : again(count(item.extraStarts))}
                </td>
                <td className="number">
                  <Go href={behindHref(search, { ...own, is: "started" })}>{shortDuration(item.touchMs)}</Go>
                </td>
                <td className="number" title={`${shortDuration(item.reworkMs)} of ${shortDuration(item.touchMs)}`}>
                  {item.reworkShare ? again(percent(item.reworkShare)) : <span className="dim">0%</span>}
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
  const search = useSearch();
  const passes = flow.data === undefined ? null : passesOf(flow.data);
  const table = useSorting<StageEdge>("backSort", {
    stages: (edge) => `${edge.fromStage}\n${edge.toStage}`,
    n: (edge) => edge.n,
    share: (edge) => edge.n / (passes?.get(edge.fromStage) ?? edge.n),
    waits: (edge) => edge.waiting.p50Ms,
  });
  return (
    <div className="panel scroll-x">
      <table className="table sent-back">
        <caption className="unseen">Which stage sends work back to which</caption>
        <thead>
          <tr>
            <SortHead table={table} column="stages" words>
              Sent back
            </SortHead>
            <SortHead table={table} column="n">
              n
            </SortHead>
            <SortHead table={table} column="share" title="Of all passes of the first of the two">
              Share
            </SortHead>
            <SortHead table={table} column="waits">
              Waits, p50
            </SortHead>
          </tr>
        </thead>
        <tbody>
          {table.sorted(edges).map((edge) => (
            <tr key={`${edge.fromStage}\n${edge.toStage}`}>
              <td title={`${edge.fromStage} to ${edge.toStage}`}>
                <bdi className="strong">{seen(edge.fromStage)}</bdi> <span className="dim">to</span>{" "}
                <bdi>{seen(edge.toStage)}</bdi>
              </td>
              <td className="number">
                <Go href={behindHref(search, behindEdge(edge))}>{count(edge.n)}</Go>
              </td>
              <td className="number">{shareWords(edge.n, passes?.get(edge.fromStage) ?? edge.n)}</td>
              <td className="number">
                <Ms ms={edge.waiting.p50Ms} figure={edge.waiting} behind={behindEdge(edge)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {edges.length === 0 ? <p className="small dim table-none">No stage sent work back to another.</p> : null}
    </div>
  );
}

const WORST: SortColumns<WorstRework> = {
  id: (item) => item.workflowId,
  env: (item) => item.env,
  at: (item) => item.workflowStage,
  extra: (item) => item.extraStarts,
  time: (item) => item.reworkMs,
};

function Worst({ worst }: { worst: readonly WorstRework[] }) {
  const table = useSorting("worstSort", WORST);
  return (
    <div className="panel scroll-x">
      <table className="table worst">
        <caption className="unseen">Workflows that were started again most often</caption>
        <thead>
          <tr>
            <SortHead table={table} column="id" words>
              Most often again
            </SortHead>
            <SortHead table={table} column="env" words className="w-env">
              Env
            </SortHead>
            <SortHead table={table} column="at" words>
              At
            </SortHead>
            <SortHead table={table} column="extra" className="w-extra">
              Extra
            </SortHead>
            <SortHead table={table} column="time" className="w-time">
              Time again
            </SortHead>
          </tr>
        </thead>
        <tbody>
          {table.sorted(worst).map((item) => (
            <tr key={[item.env, item.serviceKey, item.workflowId, item.runSeq, item.workflowStage].join("\n")}>
              <td>
                <Go
                  href={`${runHref(item)}${item.runSeq > 1 ? `?run=${item.runSeq}` : ""}`}
                  title={`${item.workflowName} ${item.workflowId}`}
                >
                  <CutId id={item.workflowId} />
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
