import { asCsv } from "../../model/csv";
import { Icon } from "../Icon";
import { saveCsv } from "../saveCsv";
import type { Figure } from "./figures";

/** What can be had as a file. */
export interface FigureFile<T> {
  name: string;
  figures: readonly Figure<T>[];
  rows: readonly T[];
}

export function CsvButton<T>({ what, file: { name, figures, rows } }: { what: string; file: FigureFile<T> }) {
  const save = () =>
    saveCsv(
      name,
      asCsv(
        figures.map((figure) => [figure.name, figure.value] as const),
        rows,
      ),
    );
  return (
    <button
      type="button"
      className="button bare"
      disabled={rows.length === 0}
      aria-label={`${what} as CSV`}
      onClick={save}
    >
      <Icon name="ingest" size={14} />
      CSV
    </button>
  );
}
