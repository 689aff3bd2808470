import type { Surface } from "../../api/signals";
import type { CsvField } from "../../model/csv";
import { shortDuration } from "../../model/duration";
import { shareWords } from "../../model/stageFigures";
import { count } from "../../model/text";
import { type Cell, type Chart, LINE_WORDS, type Line, SURFACE_WORDS } from "../../model/ttfs";
import { Evidence } from "../../parts/Evidence";

interface TableRow {
  index: number;
  from: number;
  surface: Surface;
  line: Line;
  cell: Cell;
}

/** The newest first; a stretch without a signal has no row. */
export function tableRows(chart: Chart): TableRow[] {
  return chart.stretches
    .flatMap((from, index) =>
      chart.surfaces.flatMap(({ surface, cells }) => {
        const cell = cells[index] ?? null;
        if (cell === null) return [];
        return chart.lines
          .filter((line) => cell.times[line] !== undefined)
          .map((line) => ({ index, from, surface, line, cell }));
      }),
    )
    .reverse();
}

export const TABLE_FIELDS: readonly CsvField<TableRow>[] = [
  ["from", ({ from }) => new Date(from).toISOString()],
  ["surface", ({ surface }) => surface],
  ["of", ({ line }) => line],
  ["signals", ({ cell, line }) => cell.times[line]?.n],
  ["p50Ms", ({ cell, line }) => cell.times[line]?.p50],
  ["p95Ms", ({ cell, line }) => cell.times[line]?.p95],
  ["cacheHits", ({ cell }) => cell.hits],
  ["allSignals", ({ cell }) => cell.signals],
];

const MOST_ROWS = 500;
const NONE = "No signal was shown.";

export function ChartTable({ chart, words }: { chart: Chart; words: (index: number) => string }) {
  const rows = tableRows(chart);
  return (
    <details className="as-table">
      <summary className="small">As table</summary>
      <section className="panel scroll-x" aria-label="Table of times" tabIndex={0}>
        <table className="table times">
          <thead>
            <tr>
              <th className="t-time">Time</th>
              <th>Surface</th>
              <th>Of those</th>
              <th className="number">Signals</th>
              <th className="number">P50</th>
              <th className="number">P95</th>
              <th className="number">Cache hits</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_ROWS).map((row) => (
              <Row key={`${row.from} ${row.surface} ${row.line}`} row={row} words={words} />
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

function Row({ row: { index, surface, line, cell }, words }: { row: TableRow; words: (index: number) => string }) {
  const times = cell.times[line];
  return (
    <tr>
      <td>{words(index)}</td>
      <td>{SURFACE_WORDS[surface]}</td>
      <td>{LINE_WORDS[line]}</td>
      <td className="number">{count(times?.n ?? 0)}</td>
      {[times?.p50, times?.p95].map((ms, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the two have fixed places
        <td key={place} className="number">
          <Evidence value={ms} why={NONE}>
            {(value) => shortDuration(value)}
          </Evidence>
        </td>
      ))}
      <td className="number">{shareWords(cell.hits, cell.signals)}</td>
    </tr>
  );
}
