import { describe, expect, it } from "vitest";
import { briefDuration, countdown, longDuration, shortDuration } from "./duration";

describe("shortDuration", () => {
  it.each([
    [0, "0 ms"],
    [99, "99 ms"],
    [100, "0.1 s"],
    [6_400, "6.4 s"],
    [59_949, "59.9 s"],
    [59_950, "1 m 00 s"],
    [87_000, "1 m 27 s"],
    [3_599_600, "1 h 00 m"],
    [4_320_000, "1 h 12 m"],
    [87_300_000, "24 h 15 m"],
    [6 * 86_400_000 + 2 * 3_600_000, "6 d 2 h"],
    [-2_000, "−2.0 s"],
  ])("%i ms is %s", (ms, words) => expect(shortDuration(ms)).toBe(words));
});

describe("longDuration", () => {
  it.each([
    [400, "400 ms"],
    [18_000, "18 s"],
    [89_000, "89 s"],
    [720_000, "12 min"],
    [5 * 3_600_000, "5 h"],
    [3 * 86_400_000, "3 d"],
    [-18_000, "18 s"],
  ])("%i ms is %s", (ms, words) => expect(longDuration(ms)).toBe(words));
});

describe("countdown", () => {
  it.each([
    [-5, "0:00"],
    [1, "0:01"],
    [18_000, "0:18"],
    [1_672_000, "27:52"],
    [3_873_000, "1:04:33"],
    [6 * 86_400_000 + 2 * 3_600_000, "6 d 2 h"],
  ])("%i ms is %s", (ms, words) => expect(countdown(ms)).toBe(words));
});

it.each([
  [840, "0.8 s"],
  [9_840, "9.8 s"],
  [31_300, "31 s"],
  [59_700, "1 m"],
  [170_000, "3 m"],
  [3_570_000, "60 m"],
  [6_720_000, "1 h 52 m"],
])("%i ms in little room: %s", (ms, words) => expect(briefDuration(ms)).toBe(words));
