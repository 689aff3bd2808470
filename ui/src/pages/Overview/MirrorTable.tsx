import type { EnvironmentCard } from "../../api/insight";
import { type MirrorRow, mirrorRows } from "../../model/chartRows";
import { runsBehind } from "../../model/health";
import type { Search } from "../../model/search";
import { FigureTable } from "../../parts/figures/FigureTable";
import { counts, environments, type Figure, leading, moments, texts } from "../../parts/figures/figures";

interface Props {
  env: string;
  series: EnvironmentCard["series"];
  scope: Search;
}

/** The bars above and below the line, in figures. */
export function MirrorTable({ env, series, scope }: Props) {
  return (
    <FigureTable
      label={`Table of ${env}`}
      figures={figuresOf(scope)}
      rows={mirrorRows(env, series)}
      keyOf={({ key }) => key}
      file={{ name: `overview-${env}`, what: `The runs of ${env}` }}
    />
  );
}

const figuresOf = (scope: Search): Figure<MirrorRow>[] => [
  environments(),
  moments("from", "From", ({ from }) => from),
  moments("to", "To", ({ to }) => to),
  leading(
    counts("ended", "Ended", ({ ended }) => ended),
    (row) => runsBehind(scope, row),
  ),
  leading(
    counts("failed", "Failed", ({ failed }) => failed),
    (row) => runsBehind({ ...scope, status: "failed" }, row),
  ),
  texts("outsideUsual", "Outside the usual", ({ outsideUsual }) => outsideUsual),
];
