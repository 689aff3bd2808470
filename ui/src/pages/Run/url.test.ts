import { describe, expect, it } from "vitest";
import { parseSearch } from "../../model/search";
import { readRunUrl, writeSight } from "./url";

const read = (text: string) => readRunUrl(parseSearch(text));

describe("the address of a run's page", () => {
  it("names tab, run, moment, step, attempt and what is in sight", () => {
    expect(
      read("?tab=steps&run=2&at=2026-11-12T14:00:00Z&step=charge&attempt=5&fold=0&view=100-2500&rows=attempts"),
    ).toEqual({
      tab: "steps",
      run: 2,
      at: "2026-11-12T14:00:00Z",
      step: "charge",
      attempt: 5,
      folded: false,
      sight: { from: 100, to: 2500 },
      asAttempts: true,
      event: null,
      type: null,
      words: "",
    });
  });

  it("takes nonsense for nothing", () => {
    expect(read("?tab=x&run=-1&at=soon&attempt=one&view=9-3")).toMatchObject({
      tab: "timeline",
      run: null,
      at: null,
      attempt: null,
      sight: null,
      folded: true,
    });
  });

  it("opens the events for a link to one of them", () => {
    expect(read("?event=abc").tab).toBe("events");
    expect(writeSight({ from: 1, to: 2 })).toBe("1-2");
    expect(writeSight(null)).toBeUndefined();
  });
});
