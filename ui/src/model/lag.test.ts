import { describe, expect, it } from "vitest";
import { lagWords } from "./lag";

describe("what is said of a replica", () => {
  const behind = (lagMs: number | null, asked = true) => lagWords({ replica: { running: true, asked, lagMs } });

  it("is nothing while all is well, or nothing is known", () => {
    expect(lagWords({ replica: null })).toBeNull();
    expect(behind(0)).toBeNull();
    expect(behind(4_999)).toBeNull();
    expect(behind(null)).toBeNull();
  });

  it("is how far it is behind", () => {
    expect(behind(5_000)).toBe("The replica is 5 s behind.");
    expect(behind(40 * 60_000)).toBe("The replica is 40 min behind.");
  });

  it("is nothing while the database itself is asked, for then nothing is old", () => {
    expect(behind(60_000, false)).toBeNull();
  });
});
