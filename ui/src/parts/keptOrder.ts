import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { keptInPlace } from "../model/keptOrder";

/**
 * What is shown of a list that is asked for again and again: nothing in it moves until somebody asks for what waits.
 *
 * @param list what was asked for: another question is another list, and so is more of the same
 * @param found what the answer to it holds now; undefined while it is on its way
 */
export function useKeptOrder<T>(list: string, found: readonly T[] | undefined, idOf: (one: T) => string) {
  const [order, setOrder] = useState<{ of: string; ids: readonly string[] }>({ of: "", ids: [] });
  const known = useRef(new Map<string, T>());
  const ids = useRef(idOf);
  ids.current = idOf;
  const show = useCallback(() => setOrder({ of: list, ids: (found ?? []).map(ids.current) }), [list, found]);
  // An empty list has nothing that could move.
  const isFirst = found !== undefined && found.length > 0 && order.of !== list;
  useEffect(() => {
    if (isFirst) show();
  }, [isFirst, show]);
  const kept = useMemo(() => {
    const all = found ?? [];
    if (order.of === list) return keptInPlace(order.ids, all, ids.current, known.current);
    return { shown: [...all], gone: new Set<string>(), waiting: 0 };
  }, [order, list, found]);
  useEffect(() => {
    known.current = new Map(kept.shown.map((one) => [ids.current(one), one]));
  }, [kept]);
  return { ...kept, showWaiting: show };
}
