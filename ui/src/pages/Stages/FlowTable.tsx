import type { StageFlow } from "../../api/types";
import { shareWords } from "../../model/stageFigures";
import { passesOf } from "../../model/stageFlow";
import { count } from "../../model/text";
import { Go } from "../../parts/Go";
import { useSearch } from "../../shell/url";
import { NEAREST } from "./FlowLine";
import { Ms } from "./Ms";
import { runsHref, type StagesUrl } from "./url";

/** Every way that was taken, in words: the map for those who do not see it, and the ways that are too rare to be drawn. */
export function FlowTable({ url, flow, order }: { url: StagesUrl; flow: StageFlow; order: readonly string[] }) {
  const href = runsHref(useSearch(), url.workflow);
  const passes = passesOf(flow);
  const edges = [...flow.edges].sort((a, b) => order.indexOf(a.fromStage) - order.indexOf(b.fromStage) || b.n - a.n);
  return (
    <div className="panel scroll-x flow-table">
      <table className="table">
        <caption className="unseen">Ways between stages</caption>
        <thead>
          <tr>
            <th>From</th>
            <th>To</th>
            <th>Kind</th>
            <th className="number">Taken</th>
            <th className="number">Of all passes</th>
            <th className="number">Waits, p50</th>
            <th className="number">Waits, p90</th>
          </tr>
        </thead>
        <tbody>
          {edges.map((edge) => (
            <tr key={`${edge.fromStage}\n${edge.toStage}\n${edge.back}`}>
              <td>
                <bdi>{edge.fromStage}</bdi>
              </td>
              <td>
                <bdi>{edge.toStage}</bdi>
              </td>
              <td className={edge.back ? "tone-warn" : "dim"}>{edge.back ? "sent back" : "goes on"}</td>
              <td className="number">
                <Go href={href} title={NEAREST}>
                  {count(edge.n)}
                </Go>
              </td>
              <td className="number">{shareWords(edge.n, passes.get(edge.fromStage) ?? edge.n)}</td>
              <td className="number">
                <Ms ms={edge.waiting.p50Ms} figure={edge.waiting} />
              </td>
              <td className="number">
                <Ms ms={edge.waiting.p90Ms} figure={edge.waiting} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
