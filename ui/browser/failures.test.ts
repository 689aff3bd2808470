import type { Page } from "playwright";
import { beforeAll, expect as expectNow, inject } from "vitest";
import { expect, sideways, test } from "./parts";
import { HOUR, MINUTE, SECOND, Story } from "./parts/story";

const SERVICE = "failures-of-tests";
const PATH = `/failures?service=${SERVICE}`;
const url = inject("weirUrl");
const story = (id: string, ago: number, name: string, env = "production") =>
  new Story({ service: SERVICE, id, name, env }, ago);
const groups = (page: Page) => page.locator("table.failure-groups tbody tr");
const group = (page: Page, words: string) => groups(page).filter({ hasText: words });
const failures = (page: Page) => page.locator("table.failure-list tbody tr");
const failure = (page: Page, id: string) => failures(page).filter({ hasText: id });
const beside = (page: Page) => page.getByRole("complementary");
const view = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.locator(".failures-tools").getByRole("link", { name });

beforeAll(async () => {
  for (const n of [1, 2, 3]) await card(`card-${n}`, n * HOUR).send(url);
  await card("card-staging", 30 * MINUTE, "staging").send(url);
  await story("disk", 20 * MINUTE, "store", "development")
    .breaks("write-report", "FAIL_DISK", "No space left")
    .send(url);
  await story("sync-1", 50 * MINUTE, "sync")
    .breaks("pull", "FAIL_SYNC", "The registry is away")
    .send(url);
  await story("sync-2", 10 * MINUTE, "sync")
    .started()
    .works("pull", SECOND)
    .completed()
    .send(url);
  // Failures are learned from a moment after they were stored.
  await expect.poll(() => known(SERVICE, "groups")).toBe(3);
  await expect.poll(() => known(SERVICE, "")).toBe(6);
});

const card = (id: string, ago: number, env?: string) =>
  story(id, ago, "charge", env).breaks("charge-card", "FAIL_CARD", `Card ${id.length * 1_000} was declined`);

async function known(service: string, what: string): Promise<number> {
  const answer = await fetch(`${url}/api/v1/failures${what === "" ? "" : `/${what}`}?service=${service}`);
  return ((await answer.json()) as { items: unknown[] }).items.length;
}

test("failures of a kind stand together, with where, when and how many", async ({ open }) => {
  const page = await open(PATH);
  await expect(groups(page)).toHaveCount(3);
  const declined = group(page, "was declined");
  await expect(declined.locator(".failure-link")).toHaveText("Error: Card n was declined");
  await expect(declined.locator(".f-state")).toHaveText("New");
  await expect(declined.locator(".failure-where")).toHaveText(`prodstg${SERVICE} / charge, charge-card`);
  await expect(declined.locator(".f-runs")).toHaveText("4");
  await expect(group(page, "registry").locator(".f-recovered")).toHaveText("1 of 1");
  await page.getByRole("button", { name: "Order" }).click();
  await page.getByRole("button", { name: "Last seen first" }).click();
  await expect(groups(page).locator(".failure-link")).toHaveText([/No space/, /was declined/, /registry/]);
  await expect(page).toHaveURL(/sort=seen/);
  await page.getByRole("searchbox").fill("space");
  await expect(groups(page)).toHaveCount(1);
  await tab(page, "Resolved").click();
  await expect(page.getByText("No failure matches.")).toBeVisible();
  await page.getByRole("link", { name: "Without “space”" }).click();
  await page.getByRole("link", { name: "Those that are open" }).click();
  await expect(groups(page)).toHaveCount(3);
});

test("a group tells its history, where it happens, and leads to its runs", async ({ open }) => {
  const page = await open(PATH);
  await expect(groups(page)).toHaveCount(3);
  await group(page, "was declined").click();
  await expect(beside(page)).toContainText("Card n was declined");
  const places = beside(page).getByRole("region", { name: "By environment" });
  await expect(places).toContainText("Only in production and staging, not in");
  await expect(places.getByRole("listitem").filter({ hasText: "production" })).toContainText("3 runs");
  await expect(beside(page).getByRole("img", { name: /4 failures in 30 days/ })).toBeVisible();
  await expect(beside(page).getByRole("region", { name: "Newest runs" }).getByRole("listitem")).toHaveCount(4);
  await beside(page).getByRole("link", { name: "card-staging" }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/staging/${SERVICE}/card-staging\\?run=1`));
  await page.goBack();
  await beside(page).getByRole("link", { name: "All 4 runs" }).click();
  await expect(failures(page)).toHaveCount(4);
  await page.getByRole("link", { name: "Show all", exact: true }).click();
  await expect(failures(page)).toHaveCount(6);
});

test("what people say and decide of a group is kept", async ({ open }) => {
  const page = await open(PATH);
  await group(page, "No space left").click();
  await page.keyboard.press("e");
  await page.getByLabel("Likely cause").fill("Reports are never removed");
  await page.keyboard.press("Control+Enter");
  await expect(beside(page)).toContainText("Likely cause. Reports are never removed");
  await beside(page).getByRole("button", { name: "Resolve" }).click();
  await expect(beside(page).locator("header")).toContainText("Resolved");
  await tab(page, "Resolved").click();
  await expect(groups(page)).toHaveCount(1);
  await groups(page).first().click();
  await beside(page).getByRole("button", { name: "Reopen" }).click();
  await expect(beside(page).locator("header")).toContainText("New");
});

test("the rate of each environment is drawn, read by keys, listed, and leads to its runs", async ({ open }) => {
  const page = await open(PATH);
  const chart = page.getByRole("group", { name: /^Failure rate by environment/ });
  await expect(chart.locator(".plot-line")).not.toHaveCount(0);
  await expect(chart.locator(".rate-ends li")).toHaveCount(3);
  await chart.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await expect(chart.getByRole("status")).toContainText(/production .*; staging .*; development/);
  await page.getByText("As table").click();
  const row = page.getByRole("region", { name: "Table of rates" }).locator("tbody tr").filter({ hasText: "staging" });
  await expect(row.locator("td").nth(2)).toHaveText("1");
  await expect(row.locator("td").nth(4)).toHaveText("1 of 1");
  await page.getByRole("link", { name: "Runs behind it" }).click();
  await expect(page.locator("table.runs .run-link")).toHaveCount(6);
});

test("environments are compared, and their failures listed", async ({ open }) => {
  const page = await open(PATH);
  await expect(groups(page)).toHaveCount(3);
  await view(page, "By environment").click();
  const table = page.locator("table.failure-compare");
  await expect(table.locator("tbody th").first()).toHaveText(`charge ${SERVICE}`);
  await expect(table.getByRole("link", { name: "charge in production: 3 failures, 1 message" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Failures in production" }).getByRole("listitem")).toHaveCount(4);
  await expect(page.getByRole("region", { name: "Failures in staging" }).getByRole("listitem")).toHaveCount(1);
  await table.getByRole("link", { name: /^charge in staging/ }).click();
  await expect(page.locator("table.runs .run-link")).toHaveCount(1);
});

test("the inbox holds what is open; it is taken, noted, closed and opened again", async ({ open }) => {
  const page = await open(PATH);
  await view(page, "Inbox").click();
  await expect(failures(page)).toHaveCount(5);
  await expect(failure(page, "sync-1")).toHaveCount(0);
  await failure(page, "card-1").click();
  await beside(page).getByLabel("Your name").fill("Nightshift");
  await beside(page).getByRole("button", { name: "Take" }).click();
  await expect(beside(page).locator("header")).toContainText("Taken");
  await expect(failure(page, "card-1").locator(".i-state")).toHaveText("Taken");
  await page.keyboard.press("e");
  await expect(beside(page).getByRole("textbox", { name: "Note" })).toBeFocused();
  await page.keyboard.type("Asked the bank");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Escape");
  await expect(failure(page, "card-1").locator(".i-became")).toContainText("by Nightshift");
  await expect(failure(page, "card-1").locator(".i-became")).toContainText("Asked the bank");
  await page.reload();
  await expect(failures(page)).toHaveCount(4);
  await tab(page, "Taken").click();
  await failure(page, "card-1").click();
  await beside(page).getByRole("button", { name: "Close the failure" }).click();
  await expect(beside(page).locator("header")).toContainText("Closed");
  await page.keyboard.press("c");
  await expect(beside(page).locator("header")).toContainText("Taken");
  await beside(page).getByRole("button", { name: "Give back" }).click();
  await expect(beside(page).locator("header")).toContainText("Open");
});

test("keys do in the inbox what they do elsewhere", async ({ open }) => {
  const page = await open(`${PATH}&view=inbox&q=card-2`);
  await expect(failures(page)).toHaveCount(1);
  await page.keyboard.press("j");
  await expect(failures(page).first()).toHaveClass(/cursor/);
  await page.keyboard.press("c");
  await expect(failures(page).locator(".i-state")).toHaveText("Closed");
  await page.keyboard.press("c");
  await expect(failures(page).locator(".i-state")).toHaveText("Open");
  await page.keyboard.press("t");
  await expect(beside(page).getByLabel("Your name")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(beside(page)).toHaveCount(0);
});

test("a search that has found nothing yet says so, and goes on until it has", async ({ open }) => {
  const page = await open(PATH);
  for (const [start, found] of [
    [`${PATH}&view=inbox`, failures(page)],
    [`${PATH}&view=environments`, page.getByRole("region", { name: /^Failures in/ }).getByRole("listitem")],
  ] as const) {
    await page.goto(start);
    await expect(found.first()).toBeVisible();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/v1\/failures\?.*q=space/, async (route) => {
      const asked = new URL(route.request().url());
      if (!asked.searchParams.has("cursor")) return route.fulfill({ json: { items: [], next: "further" } });
      await held;
      asked.searchParams.delete("cursor");
      return route.continue({ url: asked.href });
    });
    await page.getByRole("searchbox").fill("space");
    await expect(page.getByText("Searching further").first()).toBeVisible();
    await expect(page.getByText("No failure matches.")).toHaveCount(0);
    answer();
    await expect(found).toHaveCount(1);
    await expect(found).toContainText("No space left");
    await page.unrouteAll({ behavior: "wait" });
  }
});

test("a link to one failure shows it, wherever in the list it is", async ({ open }) => {
  const { items } = (await (await fetch(`${url}/api/v1/failures?service=${SERVICE}&q=registry`)).json()) as {
    items: { runId: string; runSeq: number }[];
  };
  const key = items.map(({ runId, runSeq }) => `${runId}.${runSeq}`)[0];
  const page = await open(`${PATH}&view=inbox&q=card&id=${key}`);
  await expect(failures(page)).toHaveCount(4);
  await expect(beside(page)).toContainText("The registry is away");
  await page.reload();
  await expect(beside(page)).toContainText("The registry is away");
  const unknown = await open(`${PATH}&view=inbox&id=00000000-0000-0000-0000-000000000000.1`, { expected: /404/ });
  await expect(beside(unknown)).toContainText("There is no such failure in what you may see.");
});

test("one that has recovered has left the inbox by itself, and says why", async ({ open }) => {
  const page = await open(`${PATH}&view=inbox&inbox=recovered`);
  await expect(failures(page)).toHaveCount(1);
  await expect(failures(page).locator(".i-became")).toContainText("the workflow completed");
  await failures(page).first().click();
  await beside(page).getByRole("link", { name: "sync-2" }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/production/${SERVICE}/sync-2\\?run=1`));
  await expect(page.locator(".signal .say")).toContainText("Completed");
});

test("all of a group are closed at once", async ({ open }) => {
  const service = "failures-closed-together";
  for (const n of [1, 2]) {
    await new Story({ service, id: `both-${n}`, name: "both" }, n * MINUTE)
      .breaks("only", "FAIL_BOTH", "Both")
      .send(url);
  }
  await expect.poll(() => known(service, "")).toBe(2);
  const page = await open(`/failures?service=${service}`);
  await groups(page).first().click();
  await beside(page).getByRole("button", { name: "Close 2 failures" }).click();
  await expect(beside(page)).toContainText("None of them is open.");
  await view(page, "Inbox").click();
  await expect(page.getByText("No failure is open here.")).toBeVisible();
});

test("a new kind waits while the list is read, and counts grow in place", async ({ open }) => {
  const service = "failures-live";
  const broken = (id: string, code: string) =>
    new Story({ service, id, name: "live" }, MINUTE).breaks("only", code, `Broken by ${code}`).send(url);
  await broken("one", "FAIL_LIVE_ONE");
  await expect.poll(() => known(service, "groups")).toBe(1);
  const page = await open(`/failures?service=${service}`);
  await expect(groups(page)).toHaveCount(1);
  await expect(page.locator(".live.live")).toBeVisible();
  await broken("two", "FAIL_LIVE_ONE");
  await expect(groups(page).locator(".f-runs")).toHaveText("2");
  await broken("three", "FAIL_LIVE_TWO");
  await expect(page.getByRole("button", { name: /1 new group/ })).toBeVisible();
  await expect(groups(page)).toHaveCount(1);
  await page.keyboard.press(".");
  await expect(groups(page)).toHaveCount(2);
});

test("says when the last failure was, what is not known, and fits on a phone", async ({ open }) => {
  const none = await open(`${PATH}&from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z`);
  await expect(none.getByText(/^No failure in/)).toBeVisible();
  await expect(none.getByText(/The last one was/)).toBeVisible();
  const page = await open(`${PATH}&id=00000000-0000-0000-0000-000000000000`, { expected: /404/ });
  await expect(page.getByText(/^No failure of kind .* in what you may see/)).toBeVisible();
  const phone = await open(PATH, { width: 390 });
  await group(phone, "was declined").click();
  await expect(beside(phone)).toBeVisible();
  await expect(groups(phone).first()).toBeHidden();
  expectNow(await sideways(phone)).toBe(0);
});
