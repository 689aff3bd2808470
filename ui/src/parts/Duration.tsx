import type { Usual } from "../api/types";
import { longDuration, shortDuration } from "../model/duration";

/** How long, against the usual: a bar up to twice the p95, with a tick at the p95. */
export function Duration({
  ms,
  usual = null,
  open = false,
  bar = false,
}: {
  ms: number | null;
  usual?: Usual | null;
  open?: boolean;
  bar?: boolean;
}) {
  if (ms === null) return <span className="dim">not started</span>;
  const compared =
    usual === null
      ? ""
      : `, usually ${longDuration(usual.p50Ms)}, at most ${longDuration(usual.p95Ms)} in 95 of 100 (n = ${usual.n})`;
  return (
    <span className="duration" title={`${ms.toLocaleString("en-GB")} ms${compared}`}>
      <span>{shortDuration(ms)}</span>
      {bar ? <AgainstUsual ms={ms} usual={usual} open={open} /> : null}
    </span>
  );
}

function AgainstUsual({ ms, usual, open }: { ms: number; usual: Usual | null; open: boolean }) {
  const width = 36;
  const tick = 25;
  if (usual === null) return <svg className="against" width={width} height="10" aria-hidden="true" />;
  const length = Math.max(2, Math.min(width, (ms / Math.max(1, usual.p95Ms)) * tick));
  const tone = ms > usual.p95Ms ? "warnF" : open ? "runF" : "work";
  return (
    <svg className="against" width={width} height="10" aria-hidden="true">
      <path d={`M0 5h${width}`} stroke="var(--line2)" />
      <rect y="3.5" width={length} height="3" rx="1" fill={`var(--${tone})`} />
      <path d={`M${tick} 1v8`} stroke="var(--ink2)" />
    </svg>
  );
}
