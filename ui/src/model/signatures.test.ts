import { describe, expect, it } from "vitest";
import { aSignature } from "./fixture";
import {
  failedRunsHref,
  ignoredWords,
  lastRunHref,
  notesOf,
  notesPatch,
  signatureHref,
  signatureName,
} from "./signatures";

describe("what people say of a signature", () => {
  const signature = aSignature({ likelyCause: "Rate limit", remediationUrl: "https://wiki.example/limits" });

  it("is sent only as far as it was changed", () => {
    const notes = { ...notesOf(signature), suggestedAction: " Wait 5 minutes " };
    expect(notesPatch(signature, notes)).toEqual({ suggestedAction: "Wait 5 minutes" });
    expect(notesPatch(signature, notesOf(signature))).toBeNull();
    expect(notesPatch(signature, { ...notesOf(signature), likelyCause: "Rate limit  " })).toBeNull();
  });

  it("is cleared by leaving it empty", () =>
    expect(notesPatch(signature, { ...notesOf(signature), likelyCause: "  " })).toEqual({ likelyCause: null }));
});

it("leads to the runs behind it, and to the last one", () => {
  const signature = aSignature({
    workflows: ["a b", "c"],
    environments: ["production"],
    services: ["orders"],
    lastRun: { env: "production", serviceKey: "orders", workflowId: "w/1", runSeq: 3 },
  });
  expect(failedRunsHref(signature)).toBe("/runs?env=production&service=orders&name=a+b&name=c&status=failed&from=all");
  expect(lastRunHref(signature)).toBe("/runs/production/orders/w%2F1?run=3");
  expect(failedRunsHref(aSignature({ workflows: [] }))).toBeNull();
  expect(lastRunHref(aSignature({ lastRun: null }))).toBeNull();
  expect(signatureHref("s1", true)).toBe("/signatures?id=s1&edit=1");
});

it("is called by what it says, else by its code", () => {
  expect(signatureName({ example: "Card declined", errorCode: "E1" })).toBe("Card declined");
  expect(signatureName({ example: null, errorCode: "E1" })).toBe("E1");
  expect(signatureName({ example: null, errorCode: null })).toBe("any failure");
});

it("says until when it is ignored, or up to how many", () => {
  const at = "2026-12-01T00:00:00Z";
  const words = (ignoredUntil: string | null, ignoredUpTo: number | null) =>
    ignoredWords({ ignoredUntil, ignoredUpTo }, () => "1 Dec");
  expect(words(null, null)).toBeNull();
  expect(words(at, null)).toBe("Ignored until 1 Dec");
  expect(words(null, 20)).toBe("Ignored while there are at most 20 a day");
  expect(words(at, 20)).toBe("Ignored until 1 Dec, and only while there are at most 20 a day");
});
