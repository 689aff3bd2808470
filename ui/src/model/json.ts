import type { Json } from "../api/types";

/** A JSON value as lines, so that any amount of it can be shown a screen at a time. */
export interface JsonLine {
  /** a JSON pointer */
  path: string;
  depth: number;
  key: string | null;
  /** the value itself, or the bracket that opens or closes one */
  text: string;
  kind: "string" | "number" | "literal" | "open" | "close" | "folded";
  comma: boolean;
  /** of something that can be folded: how much is in it */
  size: number | null;
}

export function jsonLines(value: Json, folded: ReadonlySet<string>): JsonLine[] {
  const lines: JsonLine[] = [];
  write(lines, value, null, "", 0, false, folded);
  return lines;
}

function write(
  lines: JsonLine[],
  value: Json,
  key: string | null,
  path: string,
  depth: number,
  comma: boolean,
  folded: ReadonlySet<string>,
): void {
  if (value === null || typeof value !== "object") {
    const kind = typeof value === "string" ? "string" : typeof value === "number" ? "number" : "literal";
    lines.push({ path, depth, key, text: JSON.stringify(value), kind, comma, size: null });
    return;
  }
  const entries: [string | null, Json, string][] = Array.isArray(value)
    ? value.map((one, index) => [null, one, `${path}/${index}`])
    : Object.entries(value).map(([name, one]) => [name, one, pointer(path, name)]);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const size = entries.length;
  if (size === 0 || folded.has(path)) {
    const text = size === 0 ? `${open}${close}` : `${open} ${preview(entries)} ${close}`;
    lines.push({
      path,
      depth,
      key,
      text,
      kind: size === 0 ? "literal" : "folded",
      comma,
      size: size === 0 ? null : size,
    });
    return;
  }
  lines.push({ path, depth, key, text: open, kind: "open", comma: false, size });
  entries.forEach(([name, one, at], index) => {
    write(lines, one, name, at, depth + 1, index < size - 1, folded);
  });
  lines.push({ path, depth, key: null, text: close, kind: "close", comma, size: null });
}

const PREVIEW = 60;

/** What is in something folded, as far as a line holds it. */
function preview(entries: readonly [string | null, Json, string][]): string {
  let text = "";
  for (const [name, one] of entries) {
    const next = `${text === "" ? "" : ", "}${name === null ? "" : `${name}: `}${short(one)}`;
    if (text.length + next.length > PREVIEW) return text === "" ? "…" : `${text}, …`;
    text += next;
  }
  return text;
}

function short(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : "[…]";
  if (value !== null && typeof value === "object") return Object.keys(value).length === 0 ? "{}" : "{…}";
  return typeof value === "string" && value.length > PREVIEW ? '"…"' : JSON.stringify(value);
}

/** A name may hold anything, also what separates names. */
const pointer = (above: string, name: string) => `${above}/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`;

/** Big values begin folded below the second level, so that their outline shows first. */
export function foldedAtFirst(value: Json, most = 200): Set<string> {
  const folded = new Set<string>();
  if (jsonLines(value, folded).length <= most) return folded;
  const visit = (one: Json, path: string, depth: number) => {
    if (one === null || typeof one !== "object") return;
    if (depth >= 2) {
      folded.add(path);
      return;
    }
    const inner: [string, Json][] = Array.isArray(one)
      ? one.map((item, index) => [`${path}/${index}`, item])
      : Object.entries(one).map(([name, item]) => [pointer(path, name), item]);
    for (const [at, item] of inner) visit(item, at, depth + 1);
  };
  visit(value, "", 0);
  return folded;
}

/** Which lines say the words, with everything unfolded. */
export function findInJson(value: Json, words: string): string[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return [];
  return jsonLines(value, new Set())
    .filter((line) => line.kind !== "close")
    .filter((line) => `${line.key ?? ""} ${line.kind === "open" ? "" : line.text}`.toLowerCase().includes(wanted))
    .map((line) => line.path);
}

/** The paths that contain this one: what has to be unfolded for it to be seen. */
export function pathsAbove(path: string): string[] {
  const above: string[] = [];
  for (let at = 0; at < path.length; at++) {
    if (path[at] === "/") above.push(path.slice(0, at));
  }
  return above;
}

const LONGEST = 500;

/** What of a long text is shown in its line: where the words that are looked for stand, else its beginning. */
export function excerpt(text: string, words: string): { text: string; cut: number } {
  if (text.length <= LONGEST) return { text, cut: 0 };
  const wanted = words.trim().toLowerCase();
  const found = wanted === "" ? -1 : text.toLowerCase().indexOf(wanted);
  const from = found < LONGEST - wanted.length ? 0 : found - LONGEST / 2;
  const shown = text.slice(from, from + LONGEST);
  const open = from === 0 ? "" : "…";
  const close = from + LONGEST < text.length ? "…" : "";
  return { text: `${open}${shown}${close}`, cut: text.length - shown.length };
}
