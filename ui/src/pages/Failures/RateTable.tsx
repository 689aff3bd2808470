import type { RateChart } from "../../model/failures";
import { shareWords } from "../../model/stageFigures";
import { count } from "../../model/text";
import { Env } from "../../parts/Env";

const MOST_ROWS = 500;

/** The same as the lines, the newest first; a stretch in which nothing ended has no row. */
export function RateTable({ chart, words }: { chart: RateChart; words: (column: number) => string }) {
  const rows = chart.stretches
    .flatMap((from, column) =>
      chart.lines.flatMap(({ env, cells }) => {
        const cell = cells[column] ?? null;
        return cell === null ? [] : [{ from, column, env, ...cell }];
      }),
    )
    .reverse();
  return (
    <details className="as-table">
      <summary className="small">As table</summary>
      <section className="panel scroll-x rate-table" aria-label="Table of rates" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th>Time</th>
              <th>Environment</th>
              <th className="number">Ended</th>
              <th className="number">Failed</th>
              <th className="number">Share</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_ROWS).map((row) => (
              <tr key={`${row.from} ${row.env}`}>
                <td>{words(row.column)}</td>
                <td>
                  <Env name={row.env} />
                </td>
                <td className="number">{count(row.ended)}</td>
                <td className="number">{count(row.failed)}</td>
                <td className="number">{shareWords(row.failed, row.ended)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > MOST_ROWS ? (
        <p className="small dim">
          The newest {count(MOST_ROWS)} of {count(rows.length)} lines; the CSV has all.
        </p>
      ) : null}
    </details>
  );
}
