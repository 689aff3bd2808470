import { expect, it } from "vitest";
import type { Segment } from "../api/types";
import { layOut } from "./shape";

it("draws to scale", () => {
  const pieces = layOut([work(0, 25), work(25, 100)], 100, 100);
  expect(pieces.map(({ x, width }) => [x, width])).toEqual([
    [0, 24],
    [25, 74],
  ]);
});

it("lets an open segment reach to now", () => {
  const [, running] = layOut([work(0, 50), { kind: "running", from: 50, to: null }], 100, 100);
  expect(running).toMatchObject({ kind: "running", open: true, x: 50, width: 49 });
});

it("keeps what is short in sight, within the width", () => {
  const pieces = layOut([work(0, 1), work(1, 100_000), work(100_000, 100_001)], 100_001, 98);
  expect(pieces[0]?.width).toBe(2);
  expect(pieces[2]?.width).toBe(2);
  const last = pieces[2];
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(98);
});

it("stays within the width with as many pieces as there may be", () => {
  const many = Array.from({ length: 32 }, (_, i) => work(i, i + 1));
  const last = layOut(many, 32, 96).at(-1);
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(96);
});

it("is empty of nothing", () => expect(layOut([], 0, 98)).toEqual([]));

function work(from: number, to: number): Segment {
  return { kind: "work", from, to };
}
