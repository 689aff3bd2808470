import { memo, useRef } from "react";
import { isAttempt, type Scale, type Stretch, type Timeline, toTime } from "../../model/timeline";

const FILL = { working: "var(--work)", backoff: "var(--warnF)", asleep: "url(#hatch)", idle: "none" };

/** The whole run to scale, never folded; the window on it shows what is in sight and moves it. */
export function Overview({
  timeline,
  scale,
  onMove,
}: {
  timeline: Timeline;
  scale: Scale;
  onMove: (to: number) => void;
}) {
  const box = useRef<SVGSVGElement>(null);
  const { width } = scale;
  const perMs = width / timeline.end;
  const from = toTime(scale, 0) * perMs;
  const to = toTime(scale, width) * perMs;
  const move = (event: React.PointerEvent) => {
    const x = event.clientX - (box.current?.getBoundingClientRect().left ?? 0);
    onMove(Math.min(1, Math.max(0, x / width)) * timeline.end);
  };
  return (
    <svg
      ref={box}
      className="tl-overview"
      width={width}
      height="18"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={(event) => event.buttons === 1 && move(event)}
    >
      <rect y="6" width={width} height="6" rx="2" fill="var(--sunken)" />
      <Strip timeline={timeline} perMs={perMs} />
      <rect
        className={scale.zoom > 1.0001 ? "tl-window" : "tl-frame"}
        x={from + 0.5}
        y="0.5"
        width={Math.max(3, to - from - 1)}
        height="17"
        rx="4"
      />
    </svg>
  );
}

const Strip = memo(function Strip({ timeline, perMs }: { timeline: Timeline; perMs: number }) {
  const failures = new Set<number>();
  for (const row of timeline.rows) {
    for (const bar of row.bars) {
      if (isAttempt(bar) && bar.kind === "failed")
        failures.add(Math.min(Math.round(bar.from * perMs), Math.floor(timeline.end * perMs) - 2));
    }
  }
  return (
    <>
      {tellable(timeline.stretches, perMs).map((stretch) => (
        <rect
          key={stretch.from}
          x={stretch.from * perMs}
          y={stretch.activity === "backoff" ? 8 : 6}
          width={Math.max(1, (stretch.to - stretch.from) * perMs)}
          height={stretch.activity === "backoff" ? 2 : 6}
          fill={FILL[stretch.activity]}
        />
      ))}
      {[...failures].map((x) => (
        <rect key={x} x={x} y="4" width="2" height="10" fill="var(--badF)" />
      ))}
    </>
  );
});

/** What a pixel can show: of several stretches within one, the first that works. */
function tellable(stretches: readonly Stretch[], perMs: number): Stretch[] {
  let taken = -1;
  return stretches.filter((stretch) => {
    if (stretch.activity === "idle") return false;
    const narrow = (stretch.to - stretch.from) * perMs < 1;
    const pixel = Math.floor(stretch.from * perMs);
    if (narrow && (stretch.activity !== "working" || pixel === taken)) return false;
    if (stretch.activity === "working") taken = Math.floor(stretch.to * perMs);
    return true;
  });
}
