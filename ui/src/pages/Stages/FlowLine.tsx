import { type CSSProperties, useRef } from "react";
import type { StageBoard, StageEdge, StageFlow } from "../../api/types";
import { briefDuration, shortDuration } from "../../model/duration";
import { byName, PASSES, type StageLine, shareWords, slaState, stageLines } from "../../model/stageFigures";
import { type Arc, BOX, type FlowMap, PITCH } from "../../model/stageFlow";
import { behindEdge, behindHref } from "../../model/stagesBehind";
import { count, counted, seen } from "../../model/text";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { useSearch } from "../../shell/url";
import { Flights, SHOWN } from "./Flights";
import { Ms } from "./Ms";
import { useBoard, useCycleTimes, useSla } from "./queries";
import type { StagesUrl } from "./url";

const LEVEL_PX = 27;
/** Room for the label of the highest arc. */
const ABOVE_PX = 20;
const BELOW_PX = 14;
/** Up to so many stages there is room for another word at an arc. */
const WORDY = 6;

/** The map and, under each stage, what is in it: one line that scrolls sideways as a whole. */
export function FlowLine({
  url,
  map,
  flow,
  board,
}: {
  url: StagesUrl;
  map: FlowMap;
  flow: StageFlow;
  board: StageBoard;
}) {
  const times = useCycleTimes(url, "stage");
  const sla = useSla(url, "stage");
  const open = useBoard(url, "open-now");
  const lines = stageLines(map.stages, url.pass, {
    times: times.data?.items,
    sla: sla.data?.items,
    open: open.data?.items,
    bars: undefined,
    rework: undefined,
  });
  const nodes = new Map(flow.nodes.map((node) => [node.workflowStage, node]));
  const columns = byName(board.items);
  const style = { "--stages": map.stages.length, "--cards": useRoom(board) } as CSSProperties;
  return (
    <div className="scroll-x flow-scroll">
      <div className="flow" style={style}>
        <Arcs map={map} />
        <ol className="flow-line" style={{ gridTemplateColumns: columnsOf(map.stages.length) }}>
          {lines.map((line, index) => {
            const column = columns.get(line.name);
            const step = map.steps[index] ?? null;
            return (
              <li key={line.name} className="flow-stage" style={{ gridColumn: 2 * index + 1 }}>
                <div className="flow-top">
                  <Node
                    url={url}
                    line={line}
                    inFlight={column?.total ?? 0}
                    state={slaState(line, column?.items ?? [])}
                    n={nodes.get(line.name)?.n ?? 0}
                  />
                  {step === null ? null : <Step edge={step} most={map.most} />}
                </div>
                <Flights url={url} stage={line.name} column={column} />
              </li>
            );
          })}
        </ol>
      </div>
    </div>
  );
}

/** As high as the highest column was so far, so that what stands below keeps its place when cards leave. */
function useRoom(board: StageBoard): number {
  const room = useRef(0);
  room.current = Math.max(room.current, ...board.items.map((column) => Math.min(SHOWN, column.items.length)));
  return room.current;
}

/** A box, the room to the next, a box, and so on. */
const columnsOf = (stages: number) =>
  Array.from({ length: stages }, () => `minmax(0, ${BOX}fr)`).join(` minmax(0, ${PITCH - BOX}fr) `);

const SLA_WORDS = { within: "within SLA", none: "no SLA" } as const;

function Node(props: {
  url: StagesUrl;
  line: StageLine;
  inFlight: number;
  state: ReturnType<typeof slaState>;
  n: number;
}) {
  const { url, line, inFlight, state, n } = props;
  const search = useSearch();
  const own = { stage: line.name };
  const timed = { ...own, figure: PASSES[url.pass].figure };
  const held = (line.sla?.missed ?? 0) + (line.sla?.met ?? 0);
  return (
    <section className={`flow-node ${state}`} aria-label={line.name}>
      <div className="line">
        <Go
          className="strong cut"
          href={behindHref(search, own)}
          title={`${line.name}: ${counted(n, "workflow")} came here.`}
        >
          <bdi>{seen(line.name)}</bdi>
        </Go>
        <Go className="push nowrap node-count" href={behindHref(search, { ...own, is: url.meaning, whenever: true })}>
          <b>{count(inFlight)}</b> <span className="small dim in-flight">in flight</span>
        </Go>
      </div>
      <dl>
        <div>
          <dt>p50</dt>
          <dd>
            <Ms ms={line.time?.p50Ms} figure={line.time} brief behind={timed} />
          </dd>
        </div>
        <div className="p90">
          <dt>p90</dt>
          <dd>
            <Ms ms={line.time?.p90Ms} figure={line.time} brief behind={timed} />
          </dd>
        </div>
        {url.source === "step" ? null : (
          <div>
            <dt>missed</dt>
            <dd
              className={state === "late" ? "tone-warn" : ""}
              title={
                held === 0
                  ? "Nothing that is completed had a due time"
                  : `${line.sla?.missed} of ${held} with a due time`
              }
            >
              <Go href={behindHref(search, { ...own, is: "missed" })}>{shareWords(line.sla?.missed ?? 0, held)}</Go>
            </dd>
          </div>
        )}
      </dl>
      {url.source === "step" ? null : (
        <p className={`small sla-state ${state}`}>
          <Icon name={state === "late" ? "late" : state === "within" ? "completed" : "queued"} size={14} />
          {state === "late" ? (
            <Go className="cut" href={behindHref(search, { ...own, is: "overdue", whenever: true })}>
              {count(line.overdue)} past SLA
            </Go>
          ) : (
            <span className="cut">{SLA_WORDS[state]}</span>
          )}
        </p>
      )}
    </section>
  );
}

/** To the next stage: as wide as many took it, with how many above and how long they waited below. */
function Step({ edge, most }: { edge: StageEdge; most: number }) {
  const wait = edge.waiting.p50Ms;
  return (
    <Go className="flow-step" href={behindHref(useSearch(), behindEdge(edge))} title={wayWords(edge)}>
      <span className="step-count">
        <span className="unseen">To {edge.toStage}: </span>
        {count(edge.n)}
      </span>
      <i aria-hidden="true" style={{ height: width(edge.n, most) }} />
      <span className="step-wait">
        {wait === null ? (
          ""
        ) : (
          <>
            <span className="wait-word">waits</span> <span className="nowrap">{briefDuration(wait)}</span>
          </>
        )}
      </span>
    </Go>
  );
}

const width = (n: number, most: number) => 1 + Math.round((8 * n) / most);

const wayWords = ({ fromStage, toStage, n, waiting }: StageEdge) =>
  `${fromStage} to ${toStage}: ${count(n)}${waiting.p50Ms === null ? "" : `, half of them after ${shortDuration(waiting.p50Ms)} at most`}`;

/** All other ways: what is sent back dashed and amber, what leaves stages out in grey. */
function Arcs({ map }: { map: FlowMap }) {
  const search = useSearch();
  const total = map.stages.length * PITCH - (PITCH - BOX);
  const height = map.levels === 0 ? 8 : ABOVE_PX + map.levels * LEVEL_PX + BELOW_PX;
  const top = ({ level }: Arc) => ABOVE_PX / 2 + (map.levels - level) * LEVEL_PX;
  const place = (x: number) => `${(100 * x) / total}%`;
  return (
    <div className="flow-arcs" style={{ height }}>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${total} ${height}`}
        preserveAspectRatio="none"
        width="100%"
        height={height}
      >
        {map.arcs.map((arc) => {
          // Such a curve rises to three quarters of its handles.
          const handle = height - ((height - top(arc)) * 4) / 3;
          return (
            <path
              key={keyOf(arc)}
              className={arc.edge.back ? "arc back" : "arc"}
              strokeWidth={0.8 + (2.4 * arc.edge.n) / map.most}
              d={`M${arc.fromX} ${height}C${arc.fromX} ${handle} ${arc.toX} ${handle} ${arc.toX} ${height - 5}`}
            />
          );
        })}
      </svg>
      {map.arcs.map((arc) => (
        <span key={keyOf(arc)}>
          <i
            className={arc.edge.back ? "arc-head back" : "arc-head"}
            style={{ left: place(arc.toX) }}
            aria-hidden="true"
          />
          <ArcLabel
            arc={arc}
            href={behindHref(search, behindEdge(arc.edge))}
            wordy={map.stages.length <= WORDY}
            left={place((arc.fromX + arc.toX) / 2)}
            top={top(arc)}
          />
        </span>
      ))}
    </div>
  );
}

const keyOf = ({ edge }: Arc) => `${edge.fromStage}\n${edge.toStage}\n${edge.back}`;

function ArcLabel(props: { arc: Arc; href: string; wordy: boolean; left: string; top: number }) {
  const { arc, href, wordy, left, top } = props;
  const { edge, of } = arc;
  const share = shareWords(edge.n, of);
  const verb = edge.back ? "sent back" : "went on";
  return (
    <Go
      className={`arc-label ${edge.back ? "back" : ""}`}
      href={href}
      style={{ left, top: top - 9 }}
      title={`${count(edge.n)} ${verb} from ${edge.fromStage} to ${edge.toStage}, ${share} of all passes of ${edge.fromStage}; ${wayWords(edge)}`}
    >
      {edge.back ? <Icon name="retrying" size={11} /> : null}
      <b>{count(edge.n)}</b>
      <span className="arc-words"> {edge.back ? (wordy ? "sent back" : "back") : "on"}</span>
      <span className="unseen">
        {" "}
        from {edge.fromStage} to {edge.toStage}
      </span>
      {edge.back ? <span className="arc-share">, {share}</span> : null}
    </Go>
  );
}
