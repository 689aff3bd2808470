/**
 * A list as it is shown to somebody who reads it: what is in it keeps its place, with what is known of it now; what has left
 * it stays as it was last known, and what is new waits.
 */
export function keptInPlace<T>(
  order: readonly string[],
  found: readonly T[],
  idOf: (one: T) => string,
  known: ReadonlyMap<string, T> = new Map(),
): { shown: T[]; gone: ReadonlySet<string>; waiting: number } {
  const now = new Map(found.map((one) => [idOf(one), one]));
  const places = new Set(order);
  return {
    shown: order.flatMap((id) => now.get(id) ?? known.get(id) ?? []),
    gone: new Set(order.filter((id) => !now.has(id) && known.has(id))),
    waiting: found.filter((one) => !places.has(idOf(one))).length,
  };
}
