import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  type Fold,
  fitTo,
  foldsOf,
  type Scale,
  scaleOf,
  type Timeline,
  toTime,
  type View,
  WHOLE,
  zoomAt,
} from "../../model/timeline";

/** The stretch in sight, in ms of the timeline, as the address holds it; null for the whole. */
export type Sight = { from: number; to: number } | null;

const SAID_AFTER_MS = 300;

/** Zoom, pan and folds of one timeline. What is in sight is told to the address when the hand rests. */
export function useView(
  timeline: Timeline,
  width: number,
  folding: boolean,
  sight: Sight,
  onSight: (sight: Sight) => void,
) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const folds = useMemo<Fold[]>(
    () => (folding && width > 0 ? foldsOf(timeline, width, unfolded) : []),
    [timeline, width, folding, unfolded],
  );
  const refit = useCallback((view: View) => scaleOf(timeline.end, folds, width, view), [timeline.end, folds, width]);
  const [view, setView] = useState<View | null>(null);
  const shown = view ?? (sight === null || width === 0 ? WHOLE : fitTo(sight.from, sight.to, refit));
  const scale = useMemo(() => refit(shown), [refit, shown]);
  const latest = useRef(scale);
  latest.current = scale;
  useTell(view, latest, onSight);

  const zoom = useCallback((factor: number, x: number) => setView(zoomAt(latest.current, factor, x, refit)), [refit]);
  const pan = useCallback((by: number) => {
    const { zoom: now, offset, content, width: wide } = latest.current;
    setView({ zoom: now, offset: Math.min(Math.max(0, offset + by), Math.max(0, content - wide)) });
  }, []);
  const fit = useCallback((from: number, to: number) => setView(fitTo(from, to, refit)), [refit]);
  const whole = useCallback(() => setView(WHOLE), []);
  const unfold = useCallback((from: number) => setUnfolded((before) => new Set([...before, from])), []);
  const refold = useCallback(() => setUnfolded(new Set()), []);
  return { scale, folds, unfolded, zoom, pan, fit, whole, unfold, refold };
}

export type ViewControl = ReturnType<typeof useView>;

function useTell(view: View | null, scale: { current: Scale }, onSight: (sight: Sight) => void): void {
  const tell = useRef(onSight);
  tell.current = onSight;
  useEffect(() => {
    if (view === null) return;
    const timer = setTimeout(() => {
      const now = scale.current;
      const whole = now.zoom <= 1.0001;
      tell.current(whole ? null : { from: Math.round(toTime(now, 0)), to: Math.round(toTime(now, now.width)) });
    }, SAID_AFTER_MS);
    return () => clearTimeout(timer);
  }, [view, scale]);
}
