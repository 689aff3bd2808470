import { expect, it } from "vitest";
import { counted, headAndTail, middleCut, seen } from "./text";

it("cuts long ids in the middle", () => {
  expect(middleCut("ord_01JCK8Z4T7")).toBe("ord_01JCK8Z4T7");
  const cut = middleCut("inv-2026-11-88412-with-a-tail");
  expect(cut).toBe("inv-2026-11-…-a-tail");
  expect(cut).toHaveLength(20);
});

it("does not cut a letter in two", () => expect([...middleCut("😀".repeat(30))]).toHaveLength(20));

it("counts", () => {
  expect(counted(1, "run")).toBe("1 run");
  expect(counted(18_877, "run")).toBe("18,877 runs");
});

it("makes blank names visible", () => {
  expect([seen("a b"), seen(" "), seen("\n\t")]).toEqual(["a b", "(blank)", "(blank)"]);
});

it.each([
  ["ferry-s02e04-vq2k7d", "ferry-s02e04-", "vq2k7d"],
  ["t-late", "t-late", ""],
  ["حلب-٢٠٢٦-١١-١١-feed", "حلب-٢٠٢٦-١١-١١-feed", ""],
])("parts %s", (text, head, tail) => expect(headAndTail(text)).toEqual([head, tail]));
