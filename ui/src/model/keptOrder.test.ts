import { describe, expect, it } from "vitest";
import { keptInPlace } from "./keptOrder";

describe("a list that is read", () => {
  const found = (...ids: string[]) => ids.map((id) => ({ id, now: true }));
  const idOf = ({ id }: { id: string }) => id;

  it("keeps its order, whatever was seen again meanwhile", () =>
    expect(keptInPlace(["a", "b"], found("b", "a"), idOf)).toEqual({
      shown: found("a", "b"),
      gone: new Set(),
      waiting: 0,
    }));

  it("lets new ones wait, and shows what has left as it was last known", () => {
    const a = { id: "a", now: false };
    expect(keptInPlace(["a", "b"], found("c", "b"), idOf, new Map([["a", a]]))).toEqual({
      shown: [a, ...found("b")],
      gone: new Set(["a"]),
      waiting: 1,
    });
  });

  it("leaves out what nothing was ever known of", () =>
    expect(keptInPlace(["a", "b"], found("b"), idOf).shown).toEqual(found("b")));
});
