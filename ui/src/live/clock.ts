import { useSyncExternalStore } from "react";
import { createStore, useStore } from "../model/store";

/**
 * One clock for the whole page: every countdown ticks with it, once a second, and all of them stop together when the live
 * updates are lost, for then nothing more is known. It follows the server's clock, not this machine's.
 */
let ahead = 0;
let frozen = false;
const ticking = createStore(Date.now());

export function startClock(): () => void {
  const timer = setInterval(() => {
    if (!frozen) ticking.set(serverNow());
  }, 1_000);
  return () => clearInterval(timer);
}

export const serverNow = (): number => Date.now() + ahead;

export function setServerTime(now: number): void {
  ahead = now - Date.now();
  if (!frozen) ticking.set(serverNow());
}

export function freezeClock(freeze: boolean): void {
  frozen = freeze;
  if (!freeze) ticking.set(serverNow());
}

/** Changes once a second. */
export const useNow = (): number => useStore(ticking);

/** Counts stretches of so long: for what is asked again from time to time, and not drawn again every second. */
export const useStretchOf = (ms: number): number =>
  useSyncExternalStore(ticking.subscribe, () => Math.floor(ticking.get() / ms));
