import { type PointerEvent, useEffect, useRef } from "react";
import type { Mark, Place } from "../../model/timeline";
import type { SightRow } from "./Plot";
import type { ViewControl } from "./useView";

export interface Pointed {
  row: SightRow;
  mark: Mark;
}

interface Hand {
  view: ViewControl;
  hit: (x: number, y: number) => Pointed | null;
  setPointed: (pointed: Pointed | null) => void;
  onSelect: (place: Place) => void;
}

const STILL = 3;

/** Wheel with Ctrl or ⌘ and two fingers zoom, a drag pans, a click selects, a double click fits the bar. */
export function usePointer(hand: Hand) {
  const latest = useRef(hand);
  latest.current = hand;
  const field = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const moved = useRef(0);

  useEffect(() => {
    const box = field.current;
    if (box === null) return;
    const wheel = (event: WheelEvent) => {
      const { view } = latest.current;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        view.zoom(Math.exp(-event.deltaY * 0.004), event.clientX - box.getBoundingClientRect().left);
      } else if (view.scale.zoom > 1 && (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))) {
        event.preventDefault();
        view.pan(event.shiftKey ? event.deltaY || event.deltaX : event.deltaX);
      }
    };
    box.addEventListener("wheel", wheel, { passive: false });
    return () => box.removeEventListener("wheel", wheel);
  }, []);

  const spot = (event: { clientX: number; clientY: number }) => {
    const box = field.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const drag = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    const now = spot(event);
    if (before === undefined) return;
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (other !== undefined) {
      const spread = (one: { x: number }) => Math.max(12, Math.abs(one.x - other.x));
      hand.view.zoom(spread(now) / spread(before), (now.x + other.x) / 2);
      moved.current = STILL + 1;
      return;
    }
    moved.current += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    if (moved.current > STILL) hand.view.pan(before.x - now.x);
  };
  const lift = (event: PointerEvent) => fingers.current.delete(event.pointerId);

  return {
    ref: field,
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button !== 0) return;
      fingers.current.set(event.pointerId, spot(event));
      moved.current = 0;
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      if (fingers.current.size > 0) {
        if (event.pointerType === "mouse" && !event.currentTarget.hasPointerCapture(event.pointerId)) {
          event.currentTarget.setPointerCapture(event.pointerId);
        }
        drag(event);
        hand.setPointed(null);
        return;
      }
      const { x, y } = spot(event);
      hand.setPointed(hand.hit(x, y));
    },
    onPointerLeave: () => hand.setPointed(null),
    onPointerCancel: lift,
    onPointerUp: (event: PointerEvent<HTMLDivElement>) => {
      lift(event);
      const { x, y } = spot(event);
      const found = moved.current > STILL ? null : hand.hit(x, y);
      if (found !== null) hand.onSelect({ row: found.row.index, bar: found.mark.index });
    },
    onDoubleClick: (event: { clientX: number; clientY: number }) => {
      const { x, y } = spot(event);
      const bar = hand.hit(x, y)?.mark.bar;
      if (bar !== undefined) hand.view.fit(bar.from, bar.to);
    },
  };
}
