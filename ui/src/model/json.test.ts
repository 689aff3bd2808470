import { expect, it } from "vitest";
import { findInJson, foldedAtFirst, jsonLines, pathsAbove } from "./json";

const value = { id: 7, items: [{ sku: "a-1" }, null], empty: {} };
const text = (folded: string[] = []) =>
  jsonLines(value, new Set(folded)).map(
    (line) => `${" ".repeat(line.depth)}${line.key ?? ""}${line.text}${line.comma ? "," : ""}`,
  );

it("writes a value as lines", () => {
  expect(text()).toEqual(["{", " id7,", " items[", "  {", '   sku"a-1"', "  },", "  null", " ],", " empty{}", "}"]);
});

it("folds", () => expect(text(["$.items"])).toEqual(["{", " id7,", " items[ … ],", " empty{}", "}"]));

it("finds keys and values, wherever they are", () => {
  expect(findInJson(value, "SKU")).toEqual(["$.items[0].sku"]);
  expect(findInJson(value, "a-1")).toEqual(["$.items[0].sku"]);
  expect(findInJson(value, " ")).toEqual([]);
});

it("knows what to unfold for it", () => {
  expect(pathsAbove("$.items[0].sku")).toEqual(["$", "$.items", "$.items[0]"]);
});

it("shows the outline of something big first", () => {
  const big = { list: Array.from({ length: 300 }, (_, i) => ({ i })) };
  expect(jsonLines(big, foldedAtFirst(big))).toHaveLength(304);
  expect(foldedAtFirst(value).size).toBe(0);
});
