import { memo, useEffect, useRef } from "react";
import type { RunItem } from "../../api/types";
import type { Column } from "./columns";

interface RowProps {
  run: RunItem;
  index: number;
  columns: readonly Column[];
  zone: string;
  now: number;
  /** the column under the cursor, if the cursor is in this row */
  cursor: string | null;
  selected: boolean;
  onPoint: (index: number, column: string) => void;
  onSelect: (id: string) => void;
  measure: ((row: HTMLTableRowElement | null) => void) | undefined;
}

export const Row = memo(function Row(props: RowProps) {
  const { run, index, cursor } = props;
  const row = useRef<HTMLTableRowElement>(null);
  useFade(row, `${run.updatedAt} ${run.lastEventId}`);
  return (
    <tr
      ref={(element) => {
        row.current = element;
        props.measure?.(element);
      }}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={props.selected}
      className={cursor === null ? undefined : "cursor"}
    >
      <td className="c-select">
        <input
          type="checkbox"
          checked={props.selected}
          onChange={() => props.onSelect(run.id)}
          aria-label={`Select ${run.workflowName} ${run.workflowId}`}
        />
      </td>
      {props.columns.map((column) => (
        <td
          key={column.id}
          className={`c-${column.id}${column.number ? " number" : ""}${cursor === column.id ? " cell-cursor" : ""}`}
          onMouseEnter={() => props.onPoint(index, column.id)}
        >
          {column.cell(run, props.now, props.zone)}
        </td>
      ))}
    </tr>
  );
});

/** A changed row fades from blue; one that is merely scrolled into sight does not. */
function useFade(row: { current: HTMLTableRowElement | null }, version: string): void {
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    row.current?.animate(
      [{ backgroundColor: "var(--runS)", boxShadow: "inset 2px 0 0 var(--runF)" }, { backgroundColor: "transparent" }],
      { duration: 1_600, easing: "cubic-bezier(.2,0,0,1)" },
    );
  }, [version, row]);
}
