import { seen } from "../../model/text";
import { foldLength, type Row, rowHeight } from "../../model/timeline";
import { Icon, type IconName } from "../Icon";
import type { SightRow } from "./Plot";

const ICON: Record<string, [IconName, string]> = {
  completed: ["completed", "ok"],
  failed: ["failed", "bad"],
  running: ["running", "run"],
  retrying: ["retrying", "warn"],
  cancelled: ["cancelled", "ink2"],
  pending: ["queued", "dim"],
  asleep: ["sleeping", "rest"],
  slept: ["sleeping", "rest"],
};

export function StepIcon({ status, size = 14 }: { status: string; size?: number }) {
  const [name, tone] = ICON[status] ?? ["queued", "dim"];
  return (
    <span className={`step-icon ${tone}`} role="img" aria-label={status === "pending" ? "not reached" : status}>
      <Icon name={name} size={size} />
    </span>
  );
}

/** The names of the rows in sight. */
export function Gutter(props: {
  rows: readonly SightRow[];
  current: number | null;
  onChoose: (index: number) => void;
}) {
  return props.rows.map(({ row, index, top }) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keys, rows are chosen in the plot
    <li
      key={row.key}
      className={index === props.current ? "current" : undefined}
      style={{ top, height: rowHeight(row) }}
      onClick={() => props.onChoose(index)}
    >
      <StepIcon status={row.status} />
      <bdi className={`cut${row.bars.length === 0 ? " dim" : ""}`} title={row.name}>
        {seen(row.name)}
      </bdi>
      {row.attempts > 1 ? <span className={`tag${row.status === "failed" ? " bad" : ""}`}>×{row.attempts}</span> : null}
      <span className="push dim took">{took(row)}</span>
    </li>
  ));
}

function took(row: Row): string {
  if (row.durationMs === null) return row.status === "pending" ? "not reached" : "";
  return foldLength(row.durationMs);
}
