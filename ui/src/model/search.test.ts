import { expect, it } from "vitest";
import { parseSearch, stringifySearch } from "./search";

it("reads repeated parameters as lists", () => {
  expect(parseSearch("?env=prod&env=stg&q=a%20b+c")).toEqual({ env: ["prod", "stg"], q: "a b c" });
});

it("writes what it reads, whatever stands in it", () => {
  const search = { q: "100% of a&b=c #1 / “x” 😀 +", env: ["a,b", "c:d"], none: undefined };
  expect(parseSearch(stringifySearch(search))).toEqual({ q: search.q, env: search.env });
});

it("leaves colons, commas and slashes readable", () => {
  expect(stringifySearch({ from: "2026-11-12T14:09:00Z", columns: "status,run", tz: "Europe/Zurich" })).toBe(
    "?from=2026-11-12T14:09:00Z&columns=status,run&tz=Europe/Zurich",
  );
});

it("is nothing at all without parameters", () => expect(stringifySearch({ env: undefined })).toBe(""));
