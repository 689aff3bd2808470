import "./stages.css";
import "./flow.css";
import { useMemo, useRef } from "react";
import type { StageBoard, StageFlow } from "../../api/types";
import { useNow } from "../../live";
import { longDuration } from "../../model/duration";
import { rangeWords } from "../../model/scope";
import { groupName } from "../../model/stageFigures";
import { flowMap, keepOrder, orderStages } from "../../model/stageFlow";
import { behindHref } from "../../model/stagesBehind";
import { count, counted } from "../../model/text";
import { Announce } from "../../parts/Announce";
import { Go } from "../../parts/Go";
import { Failed, Loading, LoadingRows } from "../../parts/States";
import { useHeading } from "../../shell/heading";
import { useShortcuts } from "../../shell/keys";
import { changeSearch, useSearch, useZone } from "../../shell/url";
import { Figures } from "./Figures";
import { FlowHead } from "./FlowHead";
import { FlowLine } from "./FlowLine";
import { FlowTable } from "./FlowTable";
import { NothingHere } from "./NothingHere";
import { Paths } from "./Paths";
import { useBoard, useFlow, useLiveStages } from "./queries";
import { Rework } from "./Rework";
import { Tools } from "./Tools";
import { readStagesUrl, type StagesUrl } from "./url";

export default function Stages() {
  useHeading("Stages");
  const search = useSearch();
  const url = useMemo(() => readStagesUrl(search), [search]);
  useLiveStages(url);
  useShortcuts([
    {
      keys: "t",
      label: "The map as a table",
      group: "Stages",
      run: () => changeSearch({ map: url.asTable ? undefined : "table" }),
    },
  ]);
  const flow = useFlow(url);
  const board = useBoard(url);
  const error = flow.error ?? board.error;
  return (
    <div className="stages-page">
      <Tools url={url} />
      {error ? (
        <Failed
          what="The stages"
          error={error}
          onRetry={() => {
            void flow.refetch();
            void board.refetch();
          }}
        />
      ) : null}
      {(flow.isPending || board.isPending) && !error ? (
        <Loading label="Loading stages">
          <LoadingRows rows={14} />
        </Loading>
      ) : null}
      {flow.data && board.data ? <Content url={url} flow={flow.data} board={board.data} /> : null}
    </div>
  );
}

function Content({ url, flow, board }: { url: StagesUrl; flow: StageFlow; board: StageBoard }) {
  const open = useBoard(url, "open-now");
  const order = useOrder(url, flow, board);
  const map = useMemo(() => flowMap(order, flow, url.allWays), [order, flow, url.allWays]);
  const now = new Date(useNow());
  const range = rangeWords(url.range, now, useZone());
  if (order.length === 0) return <NothingHere url={url} range={range} />;
  return (
    <>
      <section className="stages-flow" aria-label="Flow">
        <Sentence url={url} board={open.data ?? board} />
        <FlowHead url={url} range={range} hidden={map.hidden} />
        <FlowLine url={url} map={map} flow={flow} board={board} />
        {url.asTable ? <FlowTable flow={flow} order={order} /> : null}
      </section>
      <Figures url={url} order={order} range={range} />
      <Rework url={url} order={order} />
      <Paths url={url} />
    </>
  );
}

/** The stages in the order in which they were seen. Live changes do not make them change places. */
function useOrder(url: StagesUrl, flow: StageFlow, board: StageBoard): readonly string[] {
  const asked = JSON.stringify([url.source, url.env, url.service, url.workflow, url.range]);
  const last = useRef<{ asked: string; order: readonly string[] }>({ asked, order: [] });
  const order = useMemo(() => {
    const sizes = new Map(flow.nodes.map((node) => [node.workflowStage, node.n]));
    const names = new Set([...sizes.keys(), ...board.items.map(groupName)]);
    const now = orderStages([...names], flow.edges, sizes);
    return last.current.asked === asked ? keepOrder(last.current.order, now) : now;
  }, [asked, flow, board]);
  last.current = { asked, order };
  return order;
}

/** Must somebody act? */
function Sentence({ url, board }: { url: StagesUrl; board: StageBoard }) {
  const now = useNow();
  const what = url.source === "stage" ? "stage" : "step";
  const search = useSearch();
  const open =
    board.total === 0 ? (
      "Nothing is under way."
    ) : (
      <Go href={behindHref(search, { is: "open-now", whenever: true })}>{counted(board.total, what)} under way.</Go>
    );
  // Steps are held to no time.
  if (url.source === "step") return <p className="stages-sentence">{open}</p>;
  if (board.overdue === 0) {
    return (
      <>
        <Announce words="Nothing is past its due time" />
        <p className="stages-sentence">Nothing is past its due time. {open}</p>
      </>
    );
  }
  const dues = board.items.flatMap(({ items }) => items.flatMap(({ slaDue }) => (slaDue === null ? [] : [slaDue])));
  const longest = longDuration(now - Math.min(...dues.map((due) => Date.parse(due))));
  const one = board.overdue === 1;
  const late = one ? "1 stage is past its due time" : `${count(board.overdue)} stages are past their due time`;
  return (
    <>
      <Announce words={late} />
      <p className="stages-sentence">
        <Go href={behindHref(search, { is: "overdue", whenever: true })}>
          <b className="tone-warn">{late}</b>
        </Go>
        {one ? `, by ${longest}.` : `, the longest by ${longest}.`} {open}
      </p>
    </>
  );
}
