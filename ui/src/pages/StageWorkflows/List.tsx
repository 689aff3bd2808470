import { memo, useRef } from "react";
import type { StageWorkflow } from "../../api/types";
import { shortDuration } from "../../model/duration";
import { runHref } from "../../model/runAddress";
import type { Figure } from "../../model/stagesBehind";
import { count, seen } from "../../model/text";
import { CutId } from "../../parts/CutId";
import { Env } from "../../parts/Env";
import { Evidence } from "../../parts/Evidence";
import { Go } from "../../parts/Go";
import { Icon, type IconName } from "../../parts/Icon";
import { When } from "../../parts/When";
import { useShortcuts } from "../../shell/keys";
import type { StageWorkflowsUrl } from "./url";

interface Look {
  /** more than one stage, so that each line says which */
  named: boolean;
  /** steps and whole workflows are held to no time */
  held: boolean;
  figure: Figure;
}

export const KEYS = "Behind the number";

/** J and K walk the rows, by the link of each: Enter opens it, as everywhere. */
function useRowKeys() {
  const body = useRef<HTMLTableSectionElement>(null);
  const move = (by: number) => {
    const links = [...(body.current?.querySelectorAll<HTMLElement>(".behind-run") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  useShortcuts([
    { keys: "j", label: "Next row", group: KEYS, run: () => move(1) },
    { keys: "k", label: "Row before", group: KEYS, run: () => move(-1) },
  ]);
  return body;
}

/** Those first that began last; each opens its run. */
export function List({ url, items }: { url: StageWorkflowsUrl; items: readonly StageWorkflow[] }) {
  const body = useRowKeys();
  const whole = url.selection.variant !== undefined;
  const look: Look = {
    named: !whole && url.stage.length !== 1,
    held: !whole && url.source === "stage",
    figure: whole ? "span" : (url.selection.figure ?? "first-pass"),
  };
  return (
    <div className="panel scroll-x">
      <table className="table behind" aria-label="What is behind the number">
        <thead>
          <tr>
            <th className="b-state">State</th>
            <th>Workflow</th>
            <th className="b-env">Env</th>
            <th className="b-service">Service</th>
            {look.named ? <th className="b-stage">{url.source === "stage" ? "Stage" : "Step"}</th> : null}
            <th className="b-when">Began</th>
            <th className="b-when">Completed</th>
            <th className="number b-passes" title="Starts, whether or not they are completed">
              Passes
            </th>
            <th className="number b-time">{TIME_HEADS[look.figure]}</th>
            <th className="number b-time" title="All passes together">
              In all
            </th>
            {look.held ? <th className="b-when">Due</th> : null}
            {look.held ? <th className="number b-time">Late by</th> : null}
          </tr>
        </thead>
        <tbody ref={body}>
          {items.map((item) => (
            <Row key={keyOf(item)} item={item} {...look} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const TIME_HEADS: Record<Figure, string> = {
  "first-pass": "First pass",
  "per-pass": "Longest pass",
  span: "Whole span",
  late: "First pass",
};

const keyOf = (item: StageWorkflow) =>
  [item.env, item.serviceKey, item.workflowId, item.runSeq, item.workflowStage].join("\n");

const Row = memo(function Row({ item, named, held, figure }: { item: StageWorkflow } & Look) {
  return (
    <tr>
      <td>
        <State item={item} />
      </td>
      <td>
        <Go
          className="behind-run"
          href={`${runHref(item)}${item.runSeq > 1 ? `?run=${item.runSeq}` : ""}`}
          title={`${item.workflowName} ${item.workflowId}`}
        >
          <bdi className="strong cut">{seen(item.workflowName)}</bdi> <CutId id={item.workflowId} />
        </Go>
      </td>
      <td>
        <Env name={item.env} short />
      </td>
      <td>
        <bdi title={item.serviceKey}>{seen(item.serviceKey)}</bdi>
      </td>
      {named ? (
        <td>
          <bdi title={item.workflowStage ?? ""}>{seen(item.workflowStage ?? "")}</bdi>
        </td>
      ) : null}
      <td className="ink2">
        <Evidence value={item.firstStartedAt} why="Its start is unknown.">
          {(at) => <When at={at} />}
        </Evidence>
      </td>
      <td className="ink2">
        <Evidence value={item.lastCompletedAt} why="It was not completed yet.">
          {(at) => <When at={at} />}
        </Evidence>
      </td>
      <td className="number">{count(item.starts)}</td>
      <td className="number">
        <Evidence value={timeOf(item, figure)} why="It is not completed, or its start is unknown or later.">
          {(ms) => shortDuration(ms)}
        </Evidence>
      </td>
      <td className="number">{shortDuration(item.touchMs)}</td>
      {held ? <Due item={item} /> : null}
    </tr>
  );
});

function timeOf(item: StageWorkflow, figure: Figure): number | null {
  if (figure === "span") return item.spanMs;
  if (figure === "per-pass") return item.passMs.length === 0 ? null : Math.max(...item.passMs);
  return item.firstPassMs;
}

/** An open stage is held to the due time of its latest start, a completed one to the earliest. */
function Due({ item }: { item: StageWorkflow }) {
  const late = item.overdueMs ?? item.lateMs;
  return (
    <>
      <td className="ink2">
        <Evidence value={item.openNow ? item.lastSlaDue : item.earliestSlaDue} why="No start told a due time.">
          {(at) => <When at={at} />}
        </Evidence>
      </td>
      <td className={`number ${item.overdueMs === null ? "" : "tone-bad"}`}>
        <Evidence value={late} why="It is not late.">
          {(ms) => shortDuration(ms)}
        </Evidence>
      </td>
    </>
  );
}

function State({ item }: { item: StageWorkflow }) {
  const [icon, words]: [IconName, string] = item.openNow
    ? [item.overdueMs === null ? "running" : "late", item.overdueMs === null ? "Open" : "Overdue"]
    : item.abandoned
      ? ["cancelled", "Abandoned"]
      : item.completions > 0
        ? ["completed", "Completed"]
        : ["queued", "Started"];
  return (
    <span className={`behind-state ${item.overdueMs === null ? "" : "tone-bad"}`}>
      <Icon name={icon} size={14} />
      {words}
    </span>
  );
}
