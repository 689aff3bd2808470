import { expect, it } from "vitest";
import { parseSearch, stringifySearch } from "../../model/search";
import { groupParams, inboxParams, readFailuresUrl, runsOfGroup, tabCount, withView } from "./url";

const read = (text: string) => readFailuresUrl(parseSearch(text));

it("shows the groups that may ask for something at first", () => {
  const url = read("");
  expect([url.view, url.tab, url.inbox, url.id, url.editing]).toEqual(["groups", "open", "open", null, false]);
  expect(groupParams(url)).toEqual({ env: [], service: [], q: "", state: ["new", "regressed", "known"] });
});

it("takes nonsense for nothing", () => {
  const url = read("?view=nowhere&state=odd&inbox=lost&edit=1");
  expect([url.view, url.tab, url.inbox, url.editing]).toEqual(["groups", "open", "open", false]);
});

it("asks for one state of the groups, or for one list of the inbox", () => {
  expect(groupParams(read("?state=ignored&q=card")).state).toEqual(["ignored"]);
  expect(inboxParams(read("?view=inbox&inbox=taken&group=g1")).inbox).toEqual(["taken"]);
  expect(inboxParams(read("?view=inbox&inbox=all&group=g1"))).toMatchObject({ inbox: [], signature: "g1" });
});

it("leads from a group to all its runs, and leaves nothing of one view in another", () => {
  const search = parseSearch("?state=new&id=g1&edit=1&q=card&env=staging");
  expect(stringifySearch({ ...search, ...runsOfGroup("g1") })).toBe(
    "?q=card&env=staging&view=inbox&inbox=all&group=g1",
  );
  expect(stringifySearch({ ...parseSearch("?view=inbox&inbox=all&group=g&id=x"), ...withView("groups") })).toBe("");
});

it("counts for its first tab what that tab shows", () => {
  const counts = { open: 1, new: 2, regressed: 3, known: 4, ignored: 5, resolved: 6 };
  expect(tabCount(counts, "open")).toBe(9);
  expect(tabCount(counts, "ignored")).toBe(5);
});
