import { useEffect, useState } from "react";
import type { ActiveEnvironment } from "../../api/types";
import { serverNow } from "../../live";
import { type QueueDepth, WATCHED_MINUTES, watch } from "../../model/queueDepth";
import { counted } from "../../model/text";

/** What this window has seen; it outlives the page, so that going away and coming back loses nothing. */
const watched = new Map<string, QueueDepth>();

export function useQueueDepths(environments: readonly ActiveEnvironment[]): ReadonlyMap<string, QueueDepth> {
  const [depths, setDepths] = useState<ReadonlyMap<string, QueueDepth>>(new Map(watched));
  useEffect(() => {
    for (const { env, queued } of environments) watched.set(env, watch(watched.get(env), queued, serverNow()));
    setDepths(new Map(watched));
  }, [environments]);
  return depths;
}

const BAR = 2;
const HEIGHT = 20;

/** One bar per minute, the newest at the right. */
export function QueueSpark({ depth }: { depth: QueueDepth | undefined }) {
  if (depth === undefined) return null;
  const most = Math.max(1, ...depth.depths.map((n) => n ?? 0));
  const width = WATCHED_MINUTES * BAR;
  const words = `Queue of the last ${counted(depth.depths.length, "minute")} as this window saw it, ${most} at most`;
  return (
    <svg className="queue-spark" width={width} height={HEIGHT} role="img" aria-label={words}>
      <title>{words}</title>
      <path d={`M0 ${HEIGHT - 0.5}h${width}`} stroke="var(--line)" />
      {depth.depths.map((n, index) => {
        const x = width - (depth.depths.length - index) * BAR;
        const height = n === null ? 0 : Math.max(n === 0 ? 0 : 2, (n / most) * (HEIGHT - 1));
        return <rect key={x} x={x} y={HEIGHT - height} width={BAR - 0.5} height={height} fill="var(--work)" />;
      })}
    </svg>
  );
}
