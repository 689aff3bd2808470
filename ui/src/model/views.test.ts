import { expect, it } from "vitest";
import { parseSearch } from "./search";
import { isWhole, showsView, viewHref, viewQuery } from "./views";

const search = (text: string) => parseSearch(text);

it("keeps the address of what is listed, not what is open beside it", () =>
  expect(viewQuery(search("?status=failed&env=staging&id=abc&edit=1"))).toBe("status=failed&env=staging"));

it("keeps nothing of a page that shows everything", () => expect(viewQuery(search("?id=abc"))).toBe(""));

it("leads back to where it was saved", () => {
  expect(viewHref({ page: "runs", query: "status=failed" })).toBe("/runs?status=failed");
  expect(viewHref({ page: "failures", query: "" })).toBe("/failures");
});

it("is shown by an address that says the same in another order", () => {
  const view = { query: "env=production&env=staging&status=failed" };
  expect(showsView(search("?status=failed&env=staging&env=production&id=x"), view)).toBe(true);
  expect(showsView(search("?status=failed&env=staging"), view)).toBe(false);
  expect(showsView(search("?status=failed&env=staging&env=production&q=card"), view)).toBe(false);
});

it("takes no value for a name", () => {
  expect(showsView(search("?a=b,c"), { query: "a=b&a=c" })).toBe(false);
});

it("calls a page whole that is only limited to a place and a time", () => {
  expect(isWhole(search("?env=production&from=-7d&id=x"))).toBe(true);
  expect(isWhole(search("?env=production&status=failed"))).toBe(false);
});
