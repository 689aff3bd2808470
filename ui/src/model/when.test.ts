import { describe, expect, it } from "vitest";
import { exactTime, isZone, relativeTime, utcTime } from "./when";

const now = new Date("2026-11-12T14:32:08.123Z");

describe("exactTime", () => {
  it("says the time of day alone for today", () => {
    expect(exactTime(new Date("2026-11-12T14:09:00Z"), now, "UTC")).toBe("14:09:00");
    expect(exactTime(new Date("2026-11-12T14:09:00Z"), now, "UTC", false)).toBe("14:09");
  });
  it("decides today in the reader's zone", () => {
    expect(exactTime(new Date("2026-11-11T23:30:00Z"), now, "UTC")).toBe("11 Nov 23:30");
    expect(exactTime(new Date("2026-11-11T23:30:00Z"), now, "Europe/Zurich")).toBe("00:30:00");
  });
  it("says the year when it is another one", () => {
    expect(exactTime(new Date("2025-11-11T14:08:00Z"), now, "UTC")).toBe("11 Nov 2025");
  });
  it("writes midnight as 00", () => {
    expect(exactTime(new Date("2026-11-12T00:00:00Z"), now, "UTC")).toBe("00:00:00");
  });
});

it("says how long ago, or how soon", () => {
  expect(relativeTime(new Date(now.getTime() - 480_000), now)).toBe("8 min ago");
  expect(relativeTime(new Date(now.getTime() + 18_000), now)).toBe("in 18 s");
  expect(relativeTime(now, now)).toBe("now");
});

it("keeps milliseconds in UTC", () => expect(utcTime(now)).toBe("2026-11-12 14:32:08.123 UTC"));

it("knows zones from nonsense", () => {
  expect(isZone("Europe/Zurich")).toBe(true);
  expect(isZone("Mars/Olympus")).toBe(false);
});
