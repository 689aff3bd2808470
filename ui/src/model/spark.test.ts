import { expect, it } from "vitest";
import { sparkBars } from "./spark";

it("draws what was counted to scale, and anything at all so that it is seen", () =>
  expect(sparkBars([0, 10, null, 1_000], 40, 20)).toEqual([
    { index: 1, x: 10, y: 18, width: 9, height: 2 },
    { index: 3, x: 30, y: 0, width: 9, height: 20 },
  ]));

it("draws nothing where nothing was counted", () => expect(sparkBars([0, 0, null], 40, 20)).toEqual([]));
