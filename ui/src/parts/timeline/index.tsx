import "./timeline.css";
import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import {
  axisOf,
  type Bar,
  barName,
  isAttempt,
  type Label,
  markAt,
  marksOf,
  type Place,
  type Row,
  rowHeight,
  rowsInSight,
  rowTops,
  type Timeline,
  toX,
} from "../../model/timeline";
import { AxisLines } from "./AxisLines";
import { Gutter } from "./Gutter";
import { Overview } from "./Overview";
import { markName, Plot, type SightRow } from "./Plot";
import { useMeasure } from "./useMeasure";
import { type Pointed, usePointer } from "./usePointer";
import { useTimelineKeys } from "./useTimelineKeys";
import type { ViewControl } from "./useView";

export interface TimelineProps {
  timeline: Timeline;
  view: ViewControl;
  /** the picture's own name */
  name: string;
  /** a moment as a time of day, in epoch ms */
  clock: (at: number, seconds: boolean) => string;
  ending: { text: string; tone: "bad" | "now" | "plain" } | null;
  selected: Place | null;
  onSelect: (place: Place) => void;
  /** the limit of the selected step, in ms */
  timeoutMs: number | null;
  /** told when the plot has another width, which `view` has to know */
  onWidth: (width: number) => void;
}

/** Steps and attempts as bars over time. Rows out of sight do not exist; everything has a name in words. */
export function TimelineView(props: TimelineProps) {
  const { timeline, view, selected } = props;
  const { scale } = view;
  const scroll = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const { height: seen } = useMeasure(scroll);
  const [active, setActive] = useState<Place | null>(selected);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const ringId = useId();
  useEffect(() => setActive(selected), [selected]);

  const tops = useMemo(() => rowTops(timeline.rows), [timeline.rows]);
  const total = tops.at(-1) ?? 0;
  const [first, last] = rowsInSight(tops, scrolled, seen);
  const rows = useMemo<SightRow[]>(
    () =>
      timeline.rows.slice(first, last + 1).map((row, offset) => ({
        index: first + offset,
        row,
        top: tops[first + offset] ?? 0,
        marks: marksOf(row, scale),
      })),
    [timeline.rows, tops, first, last, scale],
  );
  const top = tops[first] ?? 0;
  const height = (tops[last + 1] ?? total) - top;
  const end = useMemo(
    () => endLabel(props.ending, toX(scale, timeline.runTo), scale.width),
    [props.ending, scale, timeline],
  );
  const { clock } = props;
  const axis = useMemo(() => axisOf(timeline, scale, clock, end), [timeline, scale, clock, end]);
  const nameOf = useCallback(
    (row: Row, bar: Bar) => barName(row, bar, (at) => clock(timeline.origin + at, true)),
    [clock, timeline.origin],
  );

  const show = useCallback(
    (place: Place) => {
      const rowTop = tops[place.row] ?? 0;
      const box = scroll.current;
      if (box === null) return;
      if (rowTop < box.scrollTop) box.scrollTop = rowTop;
      else if (rowTop + 64 > box.scrollTop + box.clientHeight) box.scrollTop = rowTop + 72 - box.clientHeight;
    },
    [tops],
  );
  useEffect(() => {
    if (selected !== null) show(selected);
  }, [selected, show]);
  const keys = useTimelineKeys({ timeline, view, active, setActive, show, onSelect: props.onSelect });
  const hit = useCallback(
    (x: number, y: number): Pointed | null => {
      const one = rows.find((row) => y >= row.top && y < row.top + rowHeight(row.row));
      const mark = one && markAt(one.marks, x);
      return one === undefined || mark === undefined ? null : { row: one, mark };
    },
    [rows],
  );
  const pointer = usePointer({ view, hit, setPointed, onSelect: props.onSelect });
  const { width } = useMeasure(pointer.ref);
  const { onWidth } = props;
  useEffect(() => onWidth(width), [width, onWidth]);
  const current = selected?.row ?? null;
  const limit = deadline(props, scale.width);

  return (
    <div className="tl">
      <div className="tl-line">
        <div className="tl-corner dim small">whole run, to scale</div>
        <Overview timeline={timeline} scale={scale} onMove={(at) => view.pan(toX(scale, at) - scale.width / 2)} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a picture with one tab stop, not a set of fields */}
      <div
        ref={scroll}
        className="tl-scroll"
        tabIndex={0}
        role="group"
        aria-label={`Timeline. ${props.name} Arrow keys move between bars.`}
        aria-activedescendant={active === null ? undefined : ringId}
        onKeyDown={keys}
        onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
      >
        <div className="tl-line tl-head">
          <div className="tl-corner" />
          <AxisLines axis={axis} scale={scale} onUnfold={view.unfold} onStretch={view.fit} />
        </div>
        <div className="tl-line" style={{ height: total }}>
          <ul className="tl-gutter" style={{ height: total }}>
            <Gutter
              rows={rows}
              current={current}
              onChoose={(row) => {
                const bar = timeline.rows[row]?.bars.findLastIndex(isAttempt) ?? -1;
                props.onSelect({ row, bar: Math.max(0, bar) });
              }}
            />
          </ul>
          <div className="tl-field" {...pointer}>
            {/* biome-ignore lint/a11y/noSvgWithoutTitle: the group around it has the name */}
            <svg
              className="tl-plot"
              width={scale.width}
              height={height}
              style={{ top }}
              viewBox={`0 ${top} ${scale.width} ${height}`}
            >
              <IdlePattern />
              <Plot
                rows={rows}
                scale={scale}
                axis={axis}
                top={top}
                height={height}
                current={current}
                end={endLine(props.ending, toX(scale, timeline.runTo))}
                deadline={limit === null ? null : { x: limit, top: tops[current ?? 0] ?? 0 }}
                nameOf={nameOf}
              />
              <Ring rows={rows} place={active} id={ringId} nameOf={nameOf} strong={same(active, selected)} />
            </svg>
            {pointed === null ? null : (
              <div
                className="tl-tip"
                style={{
                  top: Math.max(scrolled, pointed.row.top - 24),
                  left: Math.min(Math.max(0, pointed.mark.x), Math.max(0, scale.width - 320)),
                }}
              >
                {markName(pointed.row.row, pointed.mark, nameOf)}
              </div>
            )}
          </div>
        </div>
      </div>
    </div>
  );
}

const same = (a: Place | null, b: Place | null) => a?.row === b?.row && a?.bar === b?.bar;

function endLabel(ending: TimelineProps["ending"], x: number, width: number): Label | null {
  if (ending === null || x < 0 || x > width + 1) return null;
  return { x, text: ending.text, anchor: "end", tone: ending.tone === "plain" ? "plain" : ending.tone };
}

function endLine(ending: TimelineProps["ending"], x: number): { x: number; tone: "bad" | "now" } | null {
  return ending === null || ending.tone === "plain" ? null : { x: x - 0.5, tone: ending.tone };
}

function deadline({ timeline, selected, timeoutMs, view }: TimelineProps, width: number): number | null {
  const bar = selected === null ? undefined : timeline.rows[selected.row]?.bars[selected.bar];
  if (bar === undefined || timeoutMs === null || bar.timedOutAt !== null || bar.from + timeoutMs > timeline.end)
    return null;
  const x = toX(view.scale, bar.from + timeoutMs);
  return x < 0 || x > width ? null : x;
}

/** Where the keys are; it names the bar for those who do not see it. */
function Ring(props: {
  rows: readonly SightRow[];
  place: Place | null;
  id: string;
  nameOf: (row: Row, bar: Bar) => string;
  strong: boolean;
}) {
  const { place } = props;
  const one = place === null ? undefined : props.rows.find((row) => row.index === place.row);
  const mark = one?.marks.find((candidate) => isIn(candidate, place?.bar ?? -1));
  if (one === undefined || mark === undefined) return null;
  const bar = one.row.bars[place?.bar ?? 0] ?? mark.bar;
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a drawn rectangle is no control
    <rect
      id={props.id}
      role="img"
      aria-label={props.nameOf(one.row, bar)}
      className={`tl-ring${props.strong ? " selected" : ""}`}
      x={mark.x - 2}
      y={one.top + 6 + mark.bar.lane * 10}
      width={mark.width + 4}
      height="16"
      rx="4"
    />
  );
}

const isIn = (mark: { index: number; last: number }, bar: number) => bar >= mark.index && bar <= mark.last;

function IdlePattern() {
  return (
    <defs>
      <pattern id="tl-idle" width="6" height="6" patternUnits="userSpaceOnUse">
        <rect width="6" height="6" fill="var(--sunken)" />
        <circle cx="3" cy="3" r=".8" fill="var(--line3)" />
      </pattern>
    </defs>
  );
}
