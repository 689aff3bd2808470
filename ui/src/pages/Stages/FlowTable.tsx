import type { StageEdge, StageFlow } from "../../api/types";
import { shareWords } from "../../model/stageFigures";
import { passesOf } from "../../model/stageFlow";
import { behindEdge, behindHref } from "../../model/stagesBehind";
import { count } from "../../model/text";
import { Go } from "../../parts/Go";
import { SortHead, useSorting } from "../../shell/sorting";
import { useSearch } from "../../shell/url";
import { Ms } from "./Ms";

/** Every way that was taken, in words: the map for those who do not see it, and the ways that are too rare to be drawn. */
export function FlowTable({ flow, order }: { flow: StageFlow; order: readonly string[] }) {
  const search = useSearch();
  const passes = passesOf(flow);
  const table = useSorting<StageEdge>("waySort", {
    from: (edge) => edge.fromStage,
    to: (edge) => edge.toStage,
    kind: (edge) => (edge.back ? "sent back" : "goes on"),
    n: (edge) => edge.n,
    share: (edge) => edge.n / (passes.get(edge.fromStage) ?? edge.n),
    p50: (edge) => edge.waiting.p50Ms,
    p90: (edge) => edge.waiting.p90Ms,
  });
  const edges = [...flow.edges].sort((a, b) => order.indexOf(a.fromStage) - order.indexOf(b.fromStage) || b.n - a.n);
  return (
    <div className="panel scroll-x flow-table">
      <table className="table">
        <caption className="unseen">Ways between stages</caption>
        <thead>
          <tr>
            <SortHead table={table} column="from" words>
              From
            </SortHead>
            <SortHead table={table} column="to" words>
              To
            </SortHead>
            <SortHead table={table} column="kind" words>
              Kind
            </SortHead>
            <SortHead table={table} column="n">
              Taken
            </SortHead>
            <SortHead table={table} column="share">
              Of all passes
            </SortHead>
            <SortHead table={table} column="p50">
              Waits, p50
            </SortHead>
            <SortHead table={table} column="p90">
              Waits, p90
            </SortHead>
          </tr>
        </thead>
        <tbody>
          {table.sorted(edges).map((edge) => (
            <tr key={`${edge.fromStage}\n${edge.toStage}\n${edge.back}`}>
              <td>
                <bdi>{edge.fromStage}</bdi>
              </td>
              <td>
                <bdi>{edge.toStage}</bdi>
              </td>
              <td className={edge.back ? "tone-warn" : "dim"}>{edge.back ? "sent back" : "goes on"}</td>
              <td className="number">
                <Go href={behindHref(search, behindEdge(edge))}>{count(edge.n)}</Go>
              </td>
              <td className="number">{shareWords(edge.n, passes.get(edge.fromStage) ?? edge.n)}</td>
              <td className="number">
                <Ms ms={edge.waiting.p50Ms} figure={edge.waiting} behind={behindEdge(edge)} />
              </td>
              <td className="number">
                <Ms ms={edge.waiting.p90Ms} figure={edge.waiting} behind={behindEdge(edge)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
