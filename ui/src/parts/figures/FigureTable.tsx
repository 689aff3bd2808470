import { useState } from "react";
import { count } from "../../model/text";
import { CsvButton } from "./CsvButton";
import type { Figure } from "./figures";

interface Props<T> {
  label: string;
  /** what is clicked on to have it */
  summary?: string;
  figures: readonly Figure<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** a file of its own, where no other has these rows */
  file?: { name: string; what: string };
}

const MOST_ROWS = 500;

/** What charts show, as a table: the same figures that the file has. Nobody waits for rows that are not looked at. */
export function FigureTable<T>({ label, summary = "As table", figures, rows, keyOf, file }: Props<T>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="as-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="small">{summary}</summary>
      {isOpen ? (
        <>
          {file === undefined ? null : <CsvButton what={file.what} file={{ name: file.name, figures, rows }} />}
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
        </>
      ) : null}
    </details>
  );
}
