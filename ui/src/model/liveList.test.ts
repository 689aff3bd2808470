import { expect, it } from "vitest";
import { aRun } from "./fixture";
import { eachForItself, patchPages, withoutRepeats } from "./liveList";

const page = (...ids: string[]) => ({ items: ids.map((id) => aRun({ id })), next: null });

it("changes rows where they stand and leaves other pages alone", () => {
  const pages = [page("a", "b"), page("c")];
  const patched = patchPages(pages, [aRun({ id: "b", status: "failed", updatedAt: "2026-11-12T15:00:00.000Z" })]);
  expect(patched[0]?.items.map((run) => [run.id, run.status])).toEqual([
    ["a", "completed"],
    ["b", "failed"],
  ]);
  expect(patched[1]).toBe(pages[1]);
});

it("does not add what is not shown", () => {
  const pages = [page("a")];
  expect(patchPages(pages, [aRun({ id: "z" })])[0]).toBe(pages[0]);
});

it("does not go back to an older state", () => {
  const patched = patchPages(
    [page("a")],
    [aRun({ id: "a", status: "running", updatedAt: "2026-11-12T13:00:00.000Z" })],
  );
  expect(patched[0]?.items[0]?.status).toBe("completed");
});

it("shows a run once, where it came first", () => {
  expect(withoutRepeats([aRun({ id: "a" }), aRun({ id: "b" }), aRun({ id: "a" })]).map((run) => run.id)).toEqual([
    "a",
    "b",
  ]);
});

it("shows each run of an id where all are listed, and leaves the earlier one alone when the next begins", () => {
  const listed = withoutRepeats(eachForItself([aRun({ id: "a", runSeq: 1, status: "failed" })]));
  const next = eachForItself([aRun({ id: "a", runSeq: 2, status: "running", updatedAt: "2026-11-12T15:00:00.000Z" })]);
  expect(patchPages([{ items: listed }], next)[0]?.items[0]).toMatchObject({ status: "failed", leadsTo: 1 });
  expect(withoutRepeats([...listed, ...next]).map((run) => run.leadsTo)).toEqual([1, 2]);
});
