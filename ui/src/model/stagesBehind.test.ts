import { expect, it } from "vitest";
import { parseSearch } from "./search";
import { ANY_PATH, behindEdge, behindHref, behindLine, selectionWords, togetherWords } from "./stagesBehind";

const page = parseSearch("?env=a&service=s&from=-1h&source=step&workflow=x&pass=span&shown=qc&map=table");
const waiting = { n: 2, p50Ms: 1, p90Ms: 1, p99Ms: 1, meanMs: 1, approximate: false };

it("leads to what is behind a number in the scope of the page, and leaves what only the page needs", () =>
  expect(behindHref(page, { stage: "qc", is: "missed" })).toBe(
    "/stages/workflows?env=a&service=s&from=-1h&source=step&workflow=x&stage=qc&is=missed",
  ));

it("is of a workflow of its own where the line is", () =>
  expect(behindHref(page, behindLine("workflow", "y"))).toBe(
    "/stages/workflows?env=a&service=s&from=-1h&source=step&workflow=y",
  ));

it("is of all time for what is open, whenever it began", () =>
  expect(behindHref(parseSearch("?from=2026-01-01&to=2026-01-02"), { is: "overdue", whenever: true })).toBe(
    "/stages/workflows?from=all&is=overdue",
  ));

it("tells a way on from a way back", () =>
  expect(behindHref({}, behindEdge({ fromStage: "qc", toStage: "cut", n: 2, back: true, waiting }))).toBe(
    "/stages/workflows?stage=cut&fromStage=qc&back=true",
  ));

it("says what is selected", () => {
  expect(selectionWords({})).toBe("");
  expect(selectionWords({ is: "reworked" })).toBe("that were started again");
  expect(selectionWords({ figure: "first-pass", atLeastMs: 60_000 })).toBe("with a first pass of 1 m 00 s or more");
  expect(selectionWords({ figure: "span", atLeastMs: 1_000, belowMs: 2_000 })).toBe(
    "with a whole span of 1.0 s or more and less than 2.0 s",
  );
  expect(selectionWords({ figure: "late", belowMs: 2_000 })).toBe("with a delay of less than 2.0 s");
  expect(selectionWords({ fromStage: "qc", back: true })).toBe("sent back from qc");
  expect(selectionWords({ fromStage: "qc", back: false })).toBe("that went on from qc");
  expect(selectionWords({ fromStage: "qc" })).toBe("that came from qc");
  expect(selectionWords({ variant: ANY_PATH })).toBe("");
  expect(selectionWords({ variant: "1" })).toBe("that took this path");
});

it("says what they count together", () => {
  expect(togetherWords({ fromStage: "qc" }, 1_200)).toBe("The way was taken 1,200 times");
  expect(togetherWords({ is: "reworked" }, 3)).toBe("They were started again 3 times");
  expect(togetherWords({ figure: "per-pass" }, 4)).toBe("They have 4 such passes");
});
