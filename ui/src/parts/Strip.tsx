import type { EndedHour } from "../api/insight";
import { ticksWords } from "../model/health";

const HEIGHT = 14;

/** A tick for each stretch: a thin line where nothing ended, taller and coloured where more failed than usual. */
export function Strip({ ticks, label }: { ticks: readonly (EndedHour | null)[]; label: string }) {
  const words = `${label}: ${ticksWords(ticks)}`;
  return (
    <svg
      className="strip"
      viewBox={`0 0 ${ticks.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words}
    >
      <title>{words}</title>
      {ticks.map((tick, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tick is its place
        <rect key={index} x={index + 0.1} width={0.8} {...drawn(tick)} />
      ))}
    </svg>
  );
}

function drawn(tick: EndedHour | null): { className: string; y: number; height: number } {
  if (tick === null) return { className: "gap", y: HEIGHT / 2 - 0.5, height: 1 };
  if (!tick.outsideUsual) return { className: tick.failed > 0 ? "some" : "", y: 3, height: 8 };
  // Where most of them failed it is broken; where more than usual did, it is on its way there.
  return { className: tick.failed * 2 > tick.ended ? "bad" : "warn", y: 1, height: 12 };
}
