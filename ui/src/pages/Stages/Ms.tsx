import type { StageFigure } from "../../api/types";
import { briefDuration, shortDuration } from "../../model/duration";
import { counted } from "../../model/text";

/** A percentile with what it is made of; a dash where there is no evidence. */
export function Ms(props: { ms: number | null | undefined; figure: StageFigure | null; brief?: boolean }) {
  const { ms, figure } = props;
  if (ms === null || ms === undefined) {
    return (
      <span className="dim" title="Nothing is completed yet">
        —
      </span>
    );
  }
  const n = figure === null ? "" : `, of ${counted(figure.n, "value")}`;
  return (
    <span
      className="nowrap"
      title={`${Math.round(ms).toLocaleString("en-GB")} ms${n}${figure?.approximate ? ", within 1 %" : ""}`}
    >
      {props.brief ? briefDuration(ms) : shortDuration(ms)}
    </span>
  );
}
