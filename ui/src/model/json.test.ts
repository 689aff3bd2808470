import { expect, it } from "vitest";
import { excerpt, findInJson, foldedAtFirst, jsonLines, pathsAbove } from "./json";

const value = { id: 7, items: [{ sku: "a-1" }, null], empty: {} };
const text = (folded: string[] = []) =>
  jsonLines(value, new Set(folded)).map(
    (line) => `${" ".repeat(line.depth)}${line.key ?? ""}${line.text}${line.comma ? "," : ""}`,
  );

it("writes a value as lines", () => {
  expect(text()).toEqual(["{", " id7,", " items[", "  {", '   sku"a-1"', "  },", "  null", " ],", " empty{}", "}"]);
});

it("folds", () => expect(text(["/items"])).toEqual(["{", " id7,", " items[ {…}, null ],", " empty{}", "}"]));

it("finds keys and values, wherever they are", () => {
  expect(findInJson(value, "SKU")).toEqual(["/items/0/sku"]);
  expect(findInJson(value, "a-1")).toEqual(["/items/0/sku"]);
  expect(findInJson(value, " ")).toEqual([]);
});

it("knows what to unfold for it", () => {
  expect(pathsAbove("/items/0/sku")).toEqual(["", "/items", "/items/0"]);
});

it("shows the outline of something big first", () => {
  const big = { list: Array.from({ length: 300 }, (_, i) => ({ i })) };
  expect(jsonLines(big, foldedAtFirst(big))).toHaveLength(304);
  expect(foldedAtFirst(value).size).toBe(0);
});

it("tells names with dots and slashes from nested ones", () => {
  const tricky = { "a/b": { c: 1 }, a: { b: { c: 2 } }, "a.b": 3 };
  const paths = jsonLines(tricky, new Set()).filter((line) => line.kind !== "close");
  expect(new Set(paths.map((line) => line.path)).size).toBe(paths.length);
  expect(pathsAbove("/a~1b/c")).toEqual(["", "/a~1b"]);
});

it("shows a piece of a long text, where the words are", () => {
  const long = `${"x".repeat(2_000)}needle${"y".repeat(2_000)}`;
  expect(excerpt("short", "")).toEqual({ text: "short", cut: 0 });
  expect(excerpt(long, "").text).toBe(`${"x".repeat(500)}…`);
  expect(excerpt(long, "NEEDLE").text).toMatch(/^…x+needley+…$/);
  expect(excerpt(long, "needle").cut).toBe(long.length - 500);
});

it("says what is in something folded, as far as a line holds it", () => {
  const wide = { a: 1, b: "two", c: [3], d: {}, e: "x".repeat(100), f: "y".repeat(30), g: "z".repeat(30) };
  expect(jsonLines(wide, new Set([""])).map((line) => line.text)).toEqual([
    '{ a: 1, b: "two", c: […], d: {}, e: "…", … }',
  ]);
});
