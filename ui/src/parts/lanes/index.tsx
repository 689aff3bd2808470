import "./lanes.css";
import { type KeyboardEvent, type ReactNode, type RefObject, useMemo, useRef, useState } from "react";
import type { SessionDetail } from "../../api/sessions";
import { useNow } from "../../live";
import { asRun } from "../../model/sessionAddress";
import { type LaneName, lanesOf, type PlacedMark, placeMarks } from "../../model/sessionLanes";
import { errorWords } from "../../model/sessionStatus";
import { counted } from "../../model/text";
import { offsetLabel, stepFor } from "../../model/timeline/axis";
import { exactTime } from "../../model/when";
import { useZone } from "../../shell/url";
import { useMeasure } from "../timeline/useMeasure";
import { FpsChart } from "./FpsChart";
import { Mark } from "./Mark";
import { Segments, States } from "./Stretches";

const NAMES: Record<LaneName, string> = {
  gateway: "Gateway",
  runner: "Runner",
  parameters: "Parameters",
  errors: "Errors",
};
const ORDER: readonly LaneName[] = ["gateway", "runner", "parameters", "errors"];

/** Seven lanes on one clock. Marks are one tab stop; the arrow keys walk them in the order of time. */
export function Lanes({ detail, now }: { detail: SessionDetail; now: number }) {
  const plot = useRef<HTMLDivElement>(null);
  const { width } = useMeasure(plot);
  const lanes = useMemo(() => lanesOf(detail, now), [detail, now]);
  const x = (at: number) => ((at - lanes.from) / (lanes.to - lanes.from)) * width;
  const lane = (name: LaneName) =>
    placeMarks(
      lanes.marks.filter((mark) => mark.lane === name),
      x,
      width,
    );
  const placed = Object.fromEntries(ORDER.map((name) => [name, lane(name)])) as Record<LaneName, PlacedMark[]>;
  const [current, setCurrent] = useState<string | null>(null);
  const stop = lanes.marks.some(({ key }) => key === current) ? current : (lanes.marks[0]?.key ?? null);
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = lanes.marks[lanes.marks.findIndex(({ key }) => key === stop) + step];
    if (next === undefined) return;
    setCurrent(next.key);
    event.currentTarget.querySelector<HTMLElement>(`[data-mark="${CSS.escape(next.key)}"]`)?.focus();
  };
  const run = asRun(detail.session);
  const marks = (name: LaneName) =>
    placed[name].map((mark) => (
      <Mark key={mark.key} mark={mark} from={lanes.from} run={run} isStop={mark.key === stop} />
    ));
  const { samples, samplesTotal, session } = detail;
  const thinned = samplesTotal > samples.fps.length + samples.jitter.length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what can be filled in
    <div className="lanes" role="group" aria-label="The session on one clock" onKeyDown={walk}>
      <Axis from={lanes.from} to={lanes.to} width={width} />
      <Lane name={NAMES.gateway} hint="edges" plot={plot}>
        {marks("gateway")}
      </Lane>
      <Lane name={NAMES.runner} hint="edges">
        {marks("runner")}
      </Lane>
      <Lane name="Segments" hint="who did the work" className="segments">
        <Segments stretches={lanes.segments} x={x} />
      </Lane>
      <Lane name={NAMES.parameters} hint={counted(session.parameterUpdateCount, "update")}>
        {marks("parameters")}
      </Lane>
      <Lane
        name="Frames per second"
        hint={thinned ? `a part of ${counted(samplesTotal, "sample")}` : counted(samples.fps.length, "sample")}
        className="fps"
      >
        <FpsChart lanes={lanes} x={x} width={width} average={session.avgFps} />
      </Lane>
      <Lane name="Status" hint="as told" className="states">
        <States stretches={lanes.states} x={x} />
      </Lane>
      <Lane name={NAMES.errors} hint={errorWords(session)}>
        {marks("errors")}
      </Lane>
      <div className="lanes-over" aria-hidden="true">
        {lanes.swaps.map((at) => (
          <i key={at} className="swap-line" style={{ left: x(at) }} />
        ))}
      </div>
    </div>
  );
}

function Lane(props: {
  name: string;
  hint: string;
  className?: string;
  plot?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}) {
  return (
    <div className={`lane ${props.className ?? ""}`}>
      <div className="lane-name">
        <b>{props.name}</b>
        <span className="dim">{props.hint}</span>
      </div>
      <div className="lane-plot" ref={props.plot}>
        {props.children}
      </div>
    </div>
  );
}

function Axis({ from, to, width }: { from: number; to: number; width: number }) {
  const zone = useZone();
  const now = new Date(useNow());
  if (width === 0) return <div className="lane-axis" />;
  const step = stepFor(width / (to - from));
  const ticks = Array.from({ length: Math.floor((to - from) / step) }, (_, i) => (i + 1) * step);
  const place = (ms: number) => (ms / (to - from)) * width;
  return (
    <div className="lane-axis tiny dim" aria-hidden="true">
      <span style={{ left: 0 }}>{exactTime(new Date(from), now, zone)}</span>
      {ticks
        .filter((ms) => place(ms) > 84 && place(ms) < width - 30)
        .map((ms) => (
          <span key={ms} className="tick" style={{ left: place(ms) }}>
            {offsetLabel(ms, step)}
          </span>
        ))}
    </div>
  );
}
