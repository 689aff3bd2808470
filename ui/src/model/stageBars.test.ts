import { describe, expect, it } from "vitest";
import { barPlace, barScale, barTicks, placeBars } from "./stageBars";

const bars = [
  { fromMs: 1_000, toMs: 1_250, n: 5 },
  { fromMs: 2_000, toMs: 2_500, n: 10 },
];

describe("the scale of distributions", () => {
  it("holds all that are side by side", () =>
    expect(barScale([bars, null, [{ fromMs: 16_000, toMs: 20_000, n: 1 }]])).toEqual({ from: 1_000, to: 20_000 }));
  it("is none without any", () => expect(barScale([[], null])).toBeNull());
  it("gives every doubling the same room", () => {
    const scale = { from: 1_000, to: 16_000 };
    expect(barPlace(1_000, scale)).toBe(0);
    expect(barPlace(2_000, scale)).toBeCloseTo(0.25);
    expect(barPlace(4_000, scale)).toBeCloseTo(0.5);
    expect(barPlace(32_000, scale)).toBe(1);
  });
  it("can begin at nothing", () => expect(barPlace(0, { from: 0, to: 8 })).toBe(0));
  it("has round moments", () => expect(barTicks({ from: 5_000, to: 700_000 })).toEqual([10_000, 60_000, 600_000]));
});

it("places bars against the highest of them", () => {
  const placed = placeBars(bars, { from: 1_000, to: 4_000 });
  expect(placed.map((bar) => bar.height)).toEqual([0.5, 1]);
  expect(placed[1]?.x).toBeCloseTo(0.5);
  expect((placed[1]?.x ?? 0) + (placed[1]?.width ?? 0)).toBeCloseTo(Math.log2(2.5) / 2);
});

it("gives the only bar of all the whole room", () =>
  expect(placeBars([{ fromMs: 7, toMs: 8, n: 3 }], { from: 7, to: 8 })).toMatchObject([{ x: 0, width: 1, height: 1 }]));
