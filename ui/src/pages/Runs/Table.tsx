import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RunItem } from "../../api/types";
import { useNow } from "../../live";
import { isOpen } from "../../model/status";
import { Icon } from "../../parts/Icon";
import { changeSearch, useZone } from "../../shell/url";
import type { Column } from "./columns";
import { Row } from "./Row";
import { DEFAULT_SORT, type RunsUrl } from "./url";
import type { RunCursor } from "./useCursor";

const ROW_PX = 32;
const PHONE_ROW_PX = 106;
const PHONE = "(max-width: 720px)";
/** Loading begins this many rows before the end comes into sight. */
const AHEAD = 40;

interface TableProps {
  url: RunsUrl;
  runs: RunItem[];
  columns: readonly Column[];
  total: number | null;
  cursor: RunCursor;
  more: { has: boolean; loading: boolean; load: () => void };
  onSight: (first: number, last: number) => void;
}

export function Table({ url, runs, columns, total, cursor, more, onSight }: TableProps) {
  const zone = useZone();
  const now = useNow();
  const phone = useMedia(PHONE);
  const body = useRef<HTMLTableSectionElement>(null);
  const virtual = useWindowVirtualizer({
    count: runs.length,
    estimateSize: () => (phone ? PHONE_ROW_PX : ROW_PX),
    overscan: 12,
    // What sticks to the top and the bottom of the window covers rows.
    scrollPaddingStart: 88,
    scrollPaddingEnd: 48,
    scrollMargin: useTop(body),
    getItemKey: (index) => runs[index]?.id ?? index,
  });
  const items = virtual.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more.has && !more.loading && lastIndex >= runs.length - AHEAD) more.load();
  }, [more, lastIndex, runs.length]);

  const from = virtual.range?.startIndex ?? 0;
  const to = virtual.range?.endIndex ?? 0;
  useEffect(() => onSight(from, Math.min(to, runs.length - 1)), [onSight, from, to, runs.length]);
  useEffect(() => {
    if (cursor.moved && cursor.index !== null) virtual.scrollToIndex(cursor.index, { align: "auto" });
  }, [cursor.index, cursor.moved, virtual]);

  const top = (items[0]?.start ?? virtual.options.scrollMargin) - virtual.options.scrollMargin;
  const bottom =
    virtual.getTotalSize() - ((items.at(-1)?.end ?? virtual.options.scrollMargin) - virtual.options.scrollMargin);
  return (
    <table className="table runs" aria-rowcount={total === null ? -1 : total + 1} aria-label="Runs">
      <colgroup>
        <col style={{ width: 34 }} />
        {columns.map((column) => (
          <col key={column.id} className={`k-${column.id}`} style={{ width: column.width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th className="c-select" scope="col">
            <span className="unseen">Select</span>
          </th>
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} url={url} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Spacer height={top} />
        {items.map((item) => {
          const run = runs[item.index];
          if (run === undefined) return null;
          return (
            <Row
              key={item.key}
              run={run}
              index={item.index}
              columns={columns}
              zone={zone}
              now={isOpen(run) ? now : 0}
              cursor={cursor.index === item.index ? cursor.column : null}
              selected={cursor.selected.has(run.id)}
              onPoint={cursor.point}
              onSelect={cursor.toggle}
              measure={phone ? virtual.measureElement : undefined}
            />
          );
        })}
        <Spacer height={bottom} />
      </tbody>
    </table>
  );
}

/** One cell only: a span over hidden columns would bring them back. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr className="spacer">
      <td style={{ height }} />
    </tr>
  );
}

function HeadCell({ column, url }: { column: Column; url: RunsUrl }) {
  const on = column.sort !== undefined && url.sort === column.sort;
  const className = `c-${column.id}${column.number ? " number" : ""}`;
  if (column.sort === undefined) {
    return (
      <th scope="col" className={className}>
        {column.title}
      </th>
    );
  }
  const turn = () =>
    changeSearch({
      sort: column.sort === DEFAULT_SORT ? undefined : column.sort,
      order: on && url.order === "desc" ? "asc" : undefined,
    });
  return (
    <th
      scope="col"
      className={className}
      aria-sort={on ? (url.order === "asc" ? "ascending" : "descending") : undefined}
    >
      <button type="button" onClick={turn}>
        {column.id === "duration" ? (
          <>
            Duration<span className="vs95"> vs p95</span>
          </>
        ) : (
          column.title
        )}
        {on ? <Icon name={url.order === "asc" ? "arrowUp" : "arrowDown"} size={11} /> : null}
      </button>
    </th>
  );
}

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = () => setMatches(list.matches);
    list.addEventListener("change", follow);
    return () => list.removeEventListener("change", follow);
  }, [query]);
  return matches;
}

/** Where the rows begin on the page: whatever stands above them may grow. */
function useTop(body: { current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  const measure = useCallback(() => {
    if (body.current) setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
  }, [body]);
  useLayoutEffect(measure);
  return top;
}
