import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { CsvButton, type FigureFile } from "../../parts/figures/CsvButton";
import { Failed, Loading, LoadingRows } from "../../parts/States";

interface SectionProps<T> {
  title: ReactNode;
  /** what it counts, of when */
  hint: ReactNode;
  /** what could not be loaded */
  what: string;
  queries: readonly Pick<UseQueryResult, "isPending" | "error" | "data" | "refetch">[];
  /** the file that all of it can be had as */
  file: FigureFile<T>;
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
          <CsvButton what={what} file={file} />
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
