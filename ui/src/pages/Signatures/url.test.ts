import { expect, it } from "vitest";
import { queryString } from "../../api/client";
import { parseSearch } from "../../model/search";
import { withChosen } from "../../model/signatures";
import { listParams, readSignaturesUrl, withTab } from "./url";

const read = (text: string) => readSignaturesUrl(parseSearch(text));

it("shows what is open when the address says nothing, or nonsense", () => {
  expect(read("")).toEqual({ env: [], service: [], tab: "open", q: "", id: null, editing: false });
  expect(read("?state=toString&edit=1")).toEqual(read(""));
});

it("asks for everything that the address says", () => {
  expect(queryString(listParams(read("?env=a&service=b&q=card")))).toBe(
    "?env=a&service=b&q=card&state=new&state=regressed&state=known",
  );
  expect(queryString(listParams(read("?state=ignored")))).toBe("?state=ignored");
  expect(queryString(listParams(read("?state=all")))).toBe("");
});

it("has the one that is read, and whether it is edited, in the address", () => {
  expect(read("?id=s1&edit=1")).toMatchObject({ id: "s1", editing: true });
  expect(withChosen("s1")).toEqual({ id: "s1", edit: undefined });
  expect(withChosen("s1", true)).toEqual({ id: "s1", edit: "1" });
  expect(withChosen(null, true)).toEqual({ id: undefined, edit: undefined });
  expect(withTab("open")).toEqual({ state: undefined });
});
