import type { ReactNode } from "react";
import type { RunItem } from "../../api/types";
import { runHref } from "../../model/runAddress";
import { RUN_TABS, tabOf } from "../../model/runTabs";
import type { Search } from "../../model/search";
import { some } from "../../model/search";
import { elapsedMs, isOpen, lookDetail, lookOf, whyOrWhere } from "../../model/status";
import { middleCut, seen } from "../../model/text";
import { Duration } from "../../parts/Duration";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { Shape } from "../../parts/Shape";
import { Status } from "../../parts/Status";
import { When } from "../../parts/When";
import type { ColumnId } from "./columnIds";
import type { SortKey } from "./url";

export interface Column {
  id: ColumnId;
  title: string;
  width?: number;
  number?: boolean;
  sort?: SortKey;
  cell: (run: RunItem, now: number, zone: string) => ReactNode;
  /** the filter that this cell's value stands for */
  filter?: (run: RunItem) => Search | null;
}

const LIST: readonly Column[] = [
  {
    id: "status",
    title: "Status",
    width: 182,
    sort: "status",
    cell: (run, now, zone) => <Status look={lookOf(run)} detail={lookDetail(run, now, zone)} />,
    filter: (run) => {
      const tab = RUN_TABS.find((one) => one.looks.includes(lookOf(run)));
      return tab === undefined || tabOf(tab.status, tab.health) === undefined
        ? null
        : { status: some(tab.status), health: some(tab.health) };
    },
  },
  {
    id: "run",
    title: "Run",
    width: 222,
    sort: "name",
    cell: (run) => (
      <Go href={runHref(run)} className="run-link" title={`${run.workflowName} ${run.workflowId}`}>
        <bdi className="strong">{seen(run.workflowName)}</bdi>{" "}
        <bdi className="mono dim">{middleCut(seen(run.workflowId))}</bdi>
      </Go>
    ),
    filter: (run) => ({ name: run.workflowName }),
  },
  {
    id: "id",
    title: "Id",
    width: 150,
    sort: "id",
    cell: (run) => (
      <bdi className="mono dim" title={run.workflowId}>
        {middleCut(seen(run.workflowId), 18)}
      </bdi>
    ),
    filter: (run) => ({ q: run.workflowId }),
  },
  {
    id: "env",
    title: "Env",
    width: 62,
    sort: "env",
    cell: (run) => <Env name={run.env} short />,
    filter: (run) => ({ env: run.env }),
  },
  {
    id: "service",
    title: "Service",
    width: 112,
    sort: "service",
    cell: (run) => (
      <bdi className="ink2" title={run.serviceKey}>
        {run.serviceKey}
      </bdi>
    ),
    filter: (run) => ({ service: run.serviceKey }),
  },
  {
    id: "shape",
    title: "Shape",
    width: 112,
    cell: (run, now) => <Shape segments={run.shape} elapsed={elapsedMs(run, now) ?? 0} />,
  },
  {
    id: "steps",
    title: "Steps",
    width: 50,
    number: true,
    sort: "steps",
    cell: (run) =>
      run.session ? null : (
        <span className="ink2" title={`${run.completedSteps.length} of ${run.stepCount} steps seen so far are done`}>
          {run.completedSteps.length}/{run.stepCount}
        </span>
      ),
  },
  {
    id: "lastEvent",
    title: "Last event",
    width: 104,
    number: true,
    sort: "lastEvent",
    cell: (run) => <When at={run.lastEventAt} />,
  },
  {
    id: "started",
    title: "Started",
    width: 104,
    number: true,
    sort: "started",
    cell: (run) => <When at={run.startedAt} none="not yet" />,
  },
  {
    id: "ended",
    title: "Ended",
    width: 104,
    number: true,
    sort: "ended",
    cell: (run) => <When at={run.endedAt} none="not yet" />,
  },
  {
    id: "created",
    title: "First seen",
    width: 104,
    number: true,
    sort: "created",
    cell: (run) => <When at={run.createdAt} />,
  },
  {
    id: "duration",
    title: "Duration vs p95",
    width: 130,
    number: true,
    sort: "duration",
    cell: (run, now) => <Duration ms={elapsedMs(run, now)} usual={run.usual} open={isOpen(run)} bar />,
  },
  {
    id: "execution",
    title: "Execution",
    width: 150,
    sort: "execution",
    cell: (run) =>
      run.executionId === null ? (
        <span className="dim">—</span>
      ) : (
        <bdi className="mono dim" title={run.executionId}>
          {middleCut(run.executionId, 18)}
        </bdi>
      ),
    filter: (run) => (run.executionId === null ? null : { q: run.executionId }),
  },
  {
    id: "why",
    title: "Why or where",
    sort: "error",
    cell: (run) => {
      const why = whyOrWhere(run);
      if (why === null) return null;
      return (
        <span className="small ink2" title={`${why.lead} ${why.text}`.trim()}>
          {why.lead === "" ? null : <bdi className="dim">{why.lead} </bdi>}
          <bdi>{why.text}</bdi>
        </span>
      );
    },
    filter: (run) => (run.errorMessage === null ? null : { q: run.errorMessage.slice(0, 120) }),
  },
];

export const COLUMNS: ReadonlyMap<ColumnId, Column> = new Map(LIST.map((column) => [column.id, column]));
