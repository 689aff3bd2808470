import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { asCsv } from "../../model/csv";
import { Icon } from "../../parts/Icon";
import { Failed, Loading, LoadingRows } from "../../parts/States";
import { saveCsv } from "../../parts/saveCsv";
import type { Figure } from "./figures";

interface SectionProps<T> {
  title: ReactNode;
  /** what it counts, of when */
  hint: ReactNode;
  /** what could not be loaded */
  what: string;
  queries: readonly Pick<UseQueryResult, "isPending" | "error" | "data" | "refetch">[];
  /** the file that all of it can be had as */
  file: { name: string; figures: readonly Figure<T>[]; rows: readonly T[] };
  tools?: ReactNode;
  children: ReactNode;
}

/** A part of the page that loads, and fails, by itself. */
export function Section<T>({ title, hint, what, queries, file, tools, children }: SectionProps<T>) {
  const id = useId();
  const error = queries.find((query) => query.error)?.error;
  return (
    <section aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        <span className="small dim">{hint}</span>
        <span className="line push">
          {tools}
          <button
            type="button"
            className="button bare"
            disabled={file.rows.length === 0}
            aria-label={`${what} as CSV`}
            onClick={() =>
              saveCsv(
                file.name,
                asCsv(
                  file.figures.map(({ name, value }) => [name, value] as const),
                  file.rows,
                ),
              )
            }
          >
            <Icon name="ingest" size={14} />
            CSV
          </button>
        </span>
      </div>
      {error === undefined || error === null ? null : (
        <Failed
          what={what}
          error={error}
          onRetry={() => {
            for (const query of queries) void query.refetch();
          }}
        />
      )}
      {!error && queries.some((query) => query.isPending) ? (
        <Loading label={`Loading: ${what}`}>
          <LoadingRows rows={6} />
        </Loading>
      ) : null}
      {queries.every((query) => query.data !== undefined) ? children : null}
    </section>
  );
}
