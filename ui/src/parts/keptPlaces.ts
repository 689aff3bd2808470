import { useCallback, useEffect, useRef, useState } from "react";
import { arrange } from "../model/lanes";

const ALONE_MS = 3_000;

interface Kept<T> {
  id: string;
  one: T;
  /** it has left, and only keeps its place */
  gone: boolean;
}

/** Someone is at a list from the moment the pointer or the focus comes in until 3 s after both have left: nothing moves. */
export function useKeptPlaces<T extends { id: string }>(sorted: readonly T[]) {
  const [busy, setBusy] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const shown = useRef<string[]>([]);
  const known = useRef(new Map<string, T>());
  const come = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    setBusy(true);
  }, []);
  const leave = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = setTimeout(() => setBusy(false), ALONE_MS);
  }, []);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  const here = new Map(sorted.map((one) => [one.id, one]));
  const order = arrange(shown.current, sorted, busy);
  const cards = order.flatMap((id): Kept<T>[] => {
    const one = here.get(id) ?? known.current.get(id);
    return one === undefined ? [] : [{ id, one, gone: !here.has(id) }];
  });
  useEffect(() => {
    shown.current = order;
    known.current = new Map(cards.map((card) => [card.id, card.one]));
  });
  return { cards, onPointerEnter: come, onPointerLeave: leave, onFocus: come, onBlur: leave };
}
