import { type KeyboardEvent, useMemo } from "react";
import { nextError, nextStop, otherRow, type Place, stopsOf, type Timeline, toX } from "../../model/timeline";
import type { ViewControl } from "./useView";

/** Arrows walk from bar to bar and from row to row, Enter opens, Space unfolds; what is walked to comes into sight. */
export function useTimelineKeys(state: {
  timeline: Timeline;
  view: ViewControl;
  active: Place | null;
  setActive: (place: Place | null) => void;
  show: (place: Place) => void;
  onSelect: (place: Place) => void;
}) {
  const { timeline, view, active } = state;
  const stops = useMemo(() => stopsOf(timeline), [timeline]);
  const go = (place: Place | null) => {
    if (place === null) return;
    state.setActive(place);
    state.show(place);
    const bar = timeline.rows[place.row]?.bars[place.bar];
    if (bar === undefined) return;
    const x = toX(view.scale, bar.from);
    if (x < 0 || x > view.scale.width) view.pan(x - view.scale.width / 2);
  };
  const unfoldNear = () => {
    const at = active === null ? 0 : (timeline.rows[active.row]?.bars[active.bar]?.from ?? 0);
    const near = [...view.folds].sort((a, b) => Math.abs(a.from - at) - Math.abs(b.from - at))[0];
    if (near !== undefined) view.unfold(near.from);
  };
  const actions: Record<string, () => void> = {
    ArrowRight: () => go(nextStop(stops, active, 1)),
    ArrowLeft: () => go(nextStop(stops, active, -1)),
    ArrowDown: () => go(otherRow(timeline.rows, active, 1)),
    ArrowUp: () => go(otherRow(timeline.rows, active, -1)),
    Home: () => go(stops[0] ?? null),
    End: () => go(stops.at(-1) ?? null),
    "Shift ArrowRight": () => view.pan(view.scale.width / 10),
    "Shift ArrowLeft": () => view.pan(-view.scale.width / 10),
    Enter: () => active !== null && state.onSelect(active),
    " ": unfoldNear,
    e: () => go(nextError(timeline, active)),
  };
  return (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actions[event.shiftKey ? `Shift ${event.key}` : event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
}
