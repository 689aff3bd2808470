import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { RunItem } from "../api/types";
import { atMostEvery } from "./atMostEvery";
import { live } from "./index";

/** What is learned follows a run after a moment: asking at once would be too early, and may be so the first time. */
const LEARNED_MS = [500, 3_000];
const PACE_MS = 1_000;

/** Queries whose key begins with one of the names are asked again, at a pace, when such a run has changed. */
export function useAskAfterRuns(names: readonly string[], concerns: (run: RunItem) => boolean): void {
  const queries = useQueryClient();
  const latest = useRef({ names, concerns });
  latest.current = { names, concerns };
  useEffect(() => {
    const paced = atMostEvery(PACE_MS, () => {
      for (const name of latest.current.names) void queries.invalidateQueries({ queryKey: [name] });
    });
    const waiting = new Set<ReturnType<typeof setTimeout>>();
    const askIn = (ms: number) => {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        paced.ask();
      }, ms);
      waiting.add(timer);
    };
    const stop = live.onRuns((runs) => {
      if (waiting.size === 0 && runs.some(latest.current.concerns)) LEARNED_MS.forEach(askIn);
    });
    return () => {
      stop();
      for (const timer of waiting) clearTimeout(timer);
      paced.stop();
    };
  }, [queries]);
}
