import { expect, it } from "vitest";
import { WATCHED_MINUTES, watch } from "./queueDepth";

const minute = (n: number) => n * 60_000;

it("keeps the longest of each minute and leaves gaps where nobody watched", () => {
  let seen = watch(undefined, 4, minute(10));
  seen = watch(seen, 9, minute(10) + 30_000);
  seen = watch(seen, 2, minute(10) + 59_000);
  seen = watch(seen, 1, minute(13));
  expect(seen).toEqual({ minute: 13, depths: [9, null, null, 1] });
});

it("forgets what is too long ago", () => {
  let seen = watch(undefined, 1, 0);
  for (let n = 1; n <= 100; n++) seen = watch(seen, n, minute(n));
  expect(seen.depths).toHaveLength(WATCHED_MINUTES);
  expect(seen.depths.at(-1)).toBe(100);
  expect(watch(seen, 5, minute(500))).toEqual({ minute: 500, depths: [5] });
});
