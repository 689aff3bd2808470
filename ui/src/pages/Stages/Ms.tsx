import type { StageFigure } from "../../api/types";
import { briefDuration, shortDuration } from "../../model/duration";
import { type Behind, behindHref } from "../../model/stagesBehind";
import { counted } from "../../model/text";
import { Go } from "../../parts/Go";
import { useSearch } from "../../shell/url";

interface MsProps {
  ms: number | null | undefined;
  figure: StageFigure | null;
  brief?: boolean;
  /** whose durations they are; of a figure, those that are as long or longer are behind it */
  behind: Behind;
}

/** A percentile with what it is made of; a dash where there is no evidence. */
export function Ms({ ms, figure, brief = false, behind }: MsProps) {
  const search = useSearch();
  if (ms === null || ms === undefined) {
    return (
      <span className="dim" title="Nothing is completed yet">
        —
      </span>
    );
  }
  const n = figure === null ? "" : `, of ${counted(figure.n, "value")}`;
  const title = `${Math.round(ms).toLocaleString("en-GB")} ms${n}${figure?.approximate ? ", within 1 %" : ""}`;
  const words = brief ? briefDuration(ms) : shortDuration(ms);
  const part = behind.figure !== undefined;
  return (
    <Go
      className="nowrap"
      href={behindHref(search, part ? { ...behind, atLeastMs: Math.ceil(ms) } : behind)}
      title={`${title}. Opens those that ${part ? "took as long or longer" : "it is made of"}.`}
    >
      {words}
    </Go>
  );
}
