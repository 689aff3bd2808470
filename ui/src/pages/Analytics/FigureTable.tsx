import { count } from "../../model/text";
import type { Figure } from "./figures";

interface Props<T> {
  label: string;
  figures: readonly Figure<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
}

const MOST_ROWS = 500;

/** What charts show, as a table: the same figures that the file has. */
export function FigureTable<T>({ label, figures, rows, keyOf }: Props<T>) {
  return (
    <details className="as-table">
      <summary className="small">As table</summary>
      <section className="panel scroll-x" aria-label={label} tabIndex={0}>
        <table className="table figure-table">
          <thead>
            <tr>
              {figures.map(({ name, title, isText }) => (
                <th key={name} className={isText ? "" : "number"}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_ROWS).map((row) => (
              <tr key={keyOf(row)}>
                {figures.map(({ name, isText, cell }) => (
                  <td key={name} className={isText ? "" : "number"}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > MOST_ROWS ? (
        <p className="small dim">
          The first {count(MOST_ROWS)} of {count(rows.length)} lines; the CSV has all.
        </p>
      ) : null}
    </details>
  );
}
