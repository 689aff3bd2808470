import { useEffect, useRef } from "react";
import type { Signal } from "../api/signals";
import type { RunItem } from "../api/types";
import { useStore } from "../model/store";
import { browserSurroundings, LiveConnection, type LiveStatus } from "./connection";

export { atMostEvery, type Paced } from "./atMostEvery";
export { serverNow, useNow, useStretchOf } from "./clock";
export type { LiveStatus } from "./connection";

/** How the key of a list of runs begins. */
export const RUN_LIST = "runs";

export const live = new LiveConnection(browserSurroundings);

export const useLiveStatus = (): LiveStatus => useStore(live.status);

/** Calls `take` with every batch of changed runs of the scope, at most ten times a second. */
export function useLiveRuns(take: (runs: RunItem[]) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => live.onRuns((runs) => latest.current(runs)), []);
}

/** Calls `take` with every batch of changed first signals of the scope; only their jobs' newest. */
export function useLiveSignals(take: (signals: Signal[]) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => live.onSignals((signals) => latest.current(signals)), []);
}
