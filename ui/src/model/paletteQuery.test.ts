import { expect, it } from "vitest";
import { completeEnvironments, parsePalette } from "./paletteQuery";

it("tells filters from words", () => {
  expect(parsePalette(" env:prod  status:failed status:running charge card ")).toEqual({
    filters: { env: ["prod"], status: ["failed", "running"] },
    words: "charge card",
  });
});

it("leaves other colons alone", () => {
  expect(parsePalette("urn:uuid:1 http://x")).toEqual({ filters: {}, words: "urn:uuid:1 http://x" });
});

it("completes environments by their beginning", () => {
  const known = ["production", "staging"];
  expect(completeEnvironments(parsePalette("env:prod env:x"), known).filters.env).toEqual(["production", "x"]);
});

it("takes a status and a health by their beginning, and what is none for a word", () => {
  expect(parsePalette("status:fai health:Over status:broken")).toEqual({
    filters: { status: ["failed"], health: ["overdue"] },
    words: "status:broken",
  });
});
