import { expect, it } from "vitest";
import { runsAsCsv } from "./csv";
import { anOpenRun, aRun } from "./fixture";

const rows = (text: string) => text.replace("\uFEFF", "").trimEnd().split("\r\n");

it("has a head, and a line for each run with empty cells for what is not known", () => {
  const [head, ended, open] = rows(runsAsCsv([aRun(), anOpenRun({ state: "retrying" })]));
  expect(head?.split(",").slice(0, 4)).toEqual(["workflowId", "workflowName", "env", "serviceKey"]);
  expect(ended).toBe(
    "ord_1,processOrder,production,orders,,1,completed,,,,0,0,2026-11-12T14:00:00.000Z,2026-11-12T14:00:00.000Z,2026-11-12T14:00:10.000Z,2026-11-12T14:00:10.000Z,10000,,,",
  );
  expect(open?.split(",").slice(6, 8)).toEqual(["running", "retrying"]);
});

it("quotes what would break a line or a cell", () => {
  expect(
    rows(runsAsCsv([aRun({ errorMessage: 'say "no",\nthen stop' })]))
      .slice(1)
      .join(""),
  ).toContain(',"say ""no"",\nthen stop"');
});

it("does not let a text be a formula", () => {
  expect(rows(runsAsCsv([aRun({ workflowId: "=1+1" })]))[1]).toMatch(/^'=1\+1,/);
});
