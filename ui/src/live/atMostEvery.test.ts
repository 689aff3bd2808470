import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { atMostEvery } from "./atMostEvery";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("answers a flood at once, then once per stretch, and never loses the last request", () => {
  const run = vi.fn();
  const paced = atMostEvery(1_000, run);
  for (let ms = 0; ms < 3_500; ms += 10) {
    paced.ask();
    vi.advanceTimersByTime(10);
  }
  expect(run).toHaveBeenCalledTimes(4);
  vi.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledTimes(5);
  vi.advanceTimersByTime(10_000);
  expect(run).toHaveBeenCalledTimes(5);
});

it("does nothing more once stopped", () => {
  const run = vi.fn();
  const paced = atMostEvery(1_000, run);
  paced.ask();
  paced.ask();
  paced.stop();
  vi.advanceTimersByTime(10_000);
  expect(run).toHaveBeenCalledTimes(1);
});
