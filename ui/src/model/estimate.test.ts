import { describe, expect, it } from "vitest";
import type { Estimate } from "../api/types";
import { estimateDetail, estimateSentence, leftWords, withKnown } from "./estimate";
import { anOpenRun, aRun } from "./fixture";

const NOW = Date.parse("2026-11-12T14:30:00Z");
const estimate = (given: Partial<Estimate> = {}): Estimate => ({
  remainingMs: 120_000,
  remainingP90Ms: 360_000,
  expectedEndAt: "2026-11-12T14:32:00.000Z",
  n: 43,
  slowerThanUsual: false,
  ...given,
});

describe("how long an open run has left", () => {
  it("counts down to the expected end", () => {
    expect(leftWords(estimate(), NOW)).toBe("about 2 min left");
    expect(leftWords(estimate(), NOW + 60_000)).toBe("about 60 s left");
  });

  it("is not known any more once that has passed", () => expect(leftWords(estimate(), NOW + 120_000)).toBeNull());

  it("names the end that is expected and the one that 9 of 10 reach", () => {
    expect(estimateSentence(estimate(), NOW, "UTC")).toBe("about 2 min left, until 14:32, 9 of 10 by 14:36");
    expect(estimateSentence(estimate(), NOW + 180_000, "UTC")).toBe("expected to end at 14:32, 9 of 10 by 14:36");
  });

  it("is not told where too few took longer", () => {
    const unknown = estimate({ remainingMs: null, remainingP90Ms: null, expectedEndAt: null });
    expect(leftWords(unknown, NOW)).toBeNull();
    expect(estimateSentence(unknown, NOW, "UTC")).toBeNull();
    expect(estimateDetail({ ...unknown, slowerThanUsual: true }, NOW)).toBe("slower than usual");
  });

  it("says in a list that it is slower than usual, before anything else", () => {
    expect(estimateDetail(estimate({ slowerThanUsual: true }), NOW)).toBe("slower than usual");
    expect(estimateDetail(estimate(), NOW)).toBe("about 2 min left");
    expect(estimateDetail(null, NOW)).toBe("");
  });
});

describe("a live change", () => {
  const shown = anOpenRun({}, { estimate: estimate(), usual: { p50Ms: 1, p95Ms: 2, n: 3 } });

  it("leaves what it does not know", () =>
    expect(withKnown(anOpenRun({}), shown)).toMatchObject({ estimate: estimate(), usual: { n: 3 } }));

  it("takes the estimate from a run that has ended", () => expect(withKnown(aRun(), shown).estimate).toBeNull());
});
