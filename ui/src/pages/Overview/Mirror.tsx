import type { EnvironmentCard } from "../../api/insight";
import { useNow } from "../../live";
import { longDuration } from "../../model/duration";
import { mirrored, runsBehind } from "../../model/health";
import type { Search } from "../../model/search";
import { count, counted } from "../../model/text";
import { exactTime } from "../../model/when";
import { useColumn } from "../../parts/Plot";
import { goTo, useZone } from "../../shell/url";

const UP = 36;
const DOWN = 18;
const MINUTE = 60_000;

interface MirrorProps {
  series: EnvironmentCard["series"];
  scope: Search;
}

/** Runs above the line, failures below it on a scale of their own; both peaks are written. */
export function Mirror({ series, scope }: MirrorProps) {
  const zone = useZone();
  const now = new Date(useNow());
  const { most, mostFailed, bars } = mirrored(series);
  const begin = Date.parse(series.from);
  const stretch = (column: number) => ({
    from: begin + column * series.bucketMs,
    to: begin + (column + 1) * series.bucketMs,
  });
  const open = (column: number) => goTo(runsBehind(scope, stretch(column)));
  const { at, point, walk } = useColumn(bars.length, open);
  const time = (moment: number) => exactTime(new Date(moment), now, zone, false);
  const minutes = Math.round(series.bucketMs / MINUTE);
  const read = at === null ? null : series.buckets[at];
  const words =
    at === null || read === null || read === undefined
      ? `at most ${count(most)} and ${count(mostFailed)} failed in ${minutes} min`
      : `${time(stretch(at).from)}: ${counted(read.ended, "run")} ended, ${count(read.failed)} failed`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what can be filled in
    <div
      role="group"
      className="mirror"
      aria-label={`Runs that ended by ${minutes} min, failures below the line: arrow keys read, Enter opens the runs`}
      tabIndex={0}
      onKeyDown={walk}
      onPointerLeave={() => point(null)}
    >
      <svg viewBox={`0 0 ${Math.max(1, bars.length)} ${UP + DOWN}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="mirror-line" d={`M0 ${UP + 0.5}H${bars.length}`} />
        {bars.map(({ up, down, outsideUsual }, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          <g key={column} className={at === column ? "at" : ""}>
            {up === 0 ? null : <rect x={column + 0.08} width={0.84} y={UP - up * UP} height={up * UP} />}
            {down === 0 ? null : (
              <rect
                className={outsideUsual ? "outside" : "failed"}
                x={column + 0.08}
                width={0.84}
                y={UP + 1}
                height={Math.max(2, down * (DOWN - 2))}
              />
            )}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the group has the keys */}
            <rect
              className="mirror-hit"
              x={column}
              width={1}
              height={UP + DOWN}
              onPointerMove={() => point(column)}
              onClick={() => open(column)}
            />
          </g>
        ))}
      </svg>
      <p className="mirror-axis tiny dim">
        <span title={time(begin)}>{longDuration(series.bucketMs * (bars.length - 1))} ago</span>
        <span className="cut" role="status">
          {words}
        </span>
        <span>now</span>
      </p>
    </div>
  );
}
