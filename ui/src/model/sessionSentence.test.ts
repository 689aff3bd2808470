import { expect, it } from "vitest";
import { at, DETAIL, FIGURES, SESSION, START } from "./sessionFixture";
import { listSentence, sessionSentence } from "./sessionSentence";

const say = (session: Partial<typeof SESSION>, more: Partial<typeof DETAIL> = {}, now = START) =>
  sessionSentence({ ...DETAIL, ...more, session: { ...SESSION, ...session } }, now).words;

it("says when it played and how fast it ran", () => expect(say({})).toBe("Played after 6.4 s and ran at 14.9 fps."));

it("does not make up a frame rate, nor a time that clocks contradict", () =>
  expect(say({ avgFps: null, firstPlayableTs: at(-5) })).toBe("Played; nobody told its frame rate."));

it("tells a swap that led to another orchestrator from one that did not", () => {
  const swaps = [{ at: at(94_000), eventId: "s" }];
  const swap = { swapCount: 1, sessionHasSwap: true, orchestratorCount: 1 };
  expect(say(swap, { swaps })).toContain("One swap was asked for at 1 m 34 s; no other orchestrator took over.");
  expect(say({ ...swap, inferredSwapCount: 1, orchestratorCount: 2 }, { swaps })).toContain(
    "One swap was asked for at 1 m 34 s: 2 orchestrators.",
  );
  expect(say({ inferredSwapCount: 1, sessionHasSwap: true, orchestratorCount: 2 })).toContain(
    "The orchestrator changed once without a word: 2 orchestrators.",
  );
});

it("says why it did not start, or that nobody does", () => {
  const failed = { startupOutcome: "unexcused", firstPlayableTs: null } as const;
  expect(say({ ...failed, errorCount: 2, lastError: "CUDA out of memory" })).toBe(
    "Did not start. 2 errors have no excuse, the last: CUDA out of memory.",
  );
  expect(say(failed)).toBe("Did not start. No event says why.");
  expect(say({ ...failed, activity: "open" }, {}, START + 12_000)).toBe("Has been starting for 12 s.");
});

it("names the excuse", () => {
  const excused = { startupOutcome: "excused" } as const;
  const edges = [{ traceType: "gateway_no_orchestrators_available", category: "gateway", at: at(9) } as const];
  expect(say(excused, { edges })).toBe("Did not start, and is excused: no orchestrator was available.");
  const errors = [{ at: at(9), message: "whip disconnected", excusable: true, eventId: "e" }];
  expect(say(excused, { errors })).toBe("Did not start, and is excused: whip disconnected.");
});

it("says that nothing stands out, and how many did not start", () => {
  expect(listSentence({ ...FIGURES, known: 120, unexcused: 3 }, [])).toMatchObject({
    lead: "Nothing stands out.",
    rest: "3 of 120 streams did not start and have no excuse (2.5%).",
  });
  expect(listSentence({ ...FIGURES, known: 1 }, []).rest).toBe("All 1 stream started or is excused.");
});

it("names the orchestrators that stand out, the worst first", () => {
  const group = (name: string, known: number, unexcused: number) => ({ ...FIGURES, group: name, known, unexcused });
  const { worst, lead } = listSentence({ ...FIGURES, known: 1_040, unexcused: 19 }, [
    group("0xa", 1_000, 1),
    group("0xb", 20, 6),
    group("0xc", 20, 12),
  ]);
  expect(worst.map((one) => one.group)).toEqual(["0xc", "0xb"]);
  expect(lead).toBe("2 orchestrators need a look.");
});
