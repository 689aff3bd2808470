import "./json.css";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Json } from "../api/types";
import { excerpt, findInJson, foldedAtFirst, type JsonLine, jsonLines, pathsAbove } from "../model/json";
import { count } from "../model/text";
import { Copy } from "./Copy";
import { Icon } from "./Icon";

/** As high as what can be clicked has to be. */
const LINE_PX = 24;

/** JSON that folds, copies and can be searched; only the lines in sight exist, so its size does not matter. */
export function JsonViewer({ value, name, height = 360 }: { value: Json; name: string; height?: number }) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => foldedAtFirst(value));
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const found = useMemo(() => findInJson(value, words), [value, words]);
  const current = found[at % Math.max(1, found.length)];
  const lines = useMemo(() => jsonLines(value, folded), [value, folded]);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_PX,
    overscan: 20,
  });
  useEffect(() => {
    if (current === undefined) return;
    const above = pathsAbove(current);
    setFolded((before) =>
      above.some((path) => before.has(path)) ? new Set([...before].filter((one) => !above.includes(one))) : before,
    );
  }, [current]);
  useEffect(() => {
    const index = lines.findIndex((line) => line.path === current);
    if (index >= 0) virtual.scrollToIndex(index, { align: "center" });
  }, [current, lines, virtual]);
  const toggle = (path: string) =>
    setFolded((before) => {
      const after = new Set(before);
      if (!after.delete(path)) after.add(path);
      return after;
    });
  return (
    <div className="json">
      <div className="json-tools line">
        <label className="json-search">
          <Icon name="search" size={13} />
          <span className="unseen">Search in {name}</span>
          <input
            type="search"
            placeholder="Search"
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
              setAt(0);
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter") setAt(at + (event.shiftKey ? found.length - 1 : 1));
            }}
          />
        </label>
        <span className="small dim" role="status">
          {words.trim() === ""
            ? ""
            : found.length === 0
              ? "not found"
              : `${(at % found.length) + 1} of ${found.length}`}
        </span>
        <span className="push line">
          <button type="button" className="button bare" onClick={() => setFolded(foldedAtFirst(value, 0))}>
            Collapse
          </button>
          <button type="button" className="button bare" onClick={() => setFolded(new Set())}>
            Expand
          </button>
          <Copy text={JSON.stringify(value, null, 2)} label={`Copy ${name}`} />
        </span>
      </div>
      <section ref={box} className="json-box mono" style={{ maxHeight: height }} tabIndex={0} aria-label={name}>
        <div style={{ height: virtual.getTotalSize(), position: "relative" }}>
          {virtual.getVirtualItems().map((item) => {
            const line = lines[item.index];
            return line === undefined ? null : (
              <Line
                key={item.key}
                line={line}
                top={item.start}
                folded={folded.has(line.path)}
                words={words}
                current={line.path === current && line.kind !== "close"}
                onToggle={toggle}
              />
            );
          })}
        </div>
      </section>
    </div>
  );
}

function Line(props: {
  line: JsonLine;
  top: number;
  folded: boolean;
  words: string;
  current: boolean;
  onToggle: (path: string) => void;
}) {
  const { line } = props;
  const { text, cut } = excerpt(line.text, props.words);
  return (
    <div
      className={`json-line${props.current ? " current" : ""}`}
      style={{ transform: `translateY(${props.top}px)`, paddingLeft: LINE_PX + line.depth * 16 }}
    >
      {line.size === null ? null : (
        <button
          type="button"
          className="json-fold"
          style={{ left: line.depth * 16 }}
          aria-expanded={!props.folded}
          aria-label={`${props.folded ? "Expand" : "Collapse"} ${line.key ?? "value"}`}
          onClick={() => props.onToggle(line.path)}
        >
          <Icon name={props.folded ? "right" : "down"} size={12} />
        </button>
      )}
      {line.key === null ? null : (
        <>
          <bdi className="json-key">{line.key}</bdi>:{" "}
        </>
      )}
      <bdi className={`json-${line.kind}`}>{text}</bdi>
      {line.comma ? "," : ""}
      {cut === 0 ? null : (
        <>
          <span className="dim"> {count(cut)} more characters </span>
          <Copy text={JSON.parse(line.text)} label={`Copy all of ${line.key ?? "this text"}`} />
        </>
      )}
      {line.kind === "folded" ? (
        <span className="dim">
          {"  "}
          {count(line.size ?? 0)}
        </span>
      ) : null}
    </div>
  );
}
