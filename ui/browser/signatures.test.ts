import type { Page } from "playwright";
import { beforeAll, expect as expectNow, inject } from "vitest";
import { expect, sideways, test } from "./parts";
import { HOUR, MINUTE, Story } from "./parts/story";

const SERVICE = "signatures-of-tests";
const PATH = `/signatures?service=${SERVICE}`;
const url = inject("weirUrl");
const story = (id: string, ago: number, name = "settle") => new Story({ service: SERVICE, id, name }, ago);
const rows = (page: Page) => page.locator("table.signature-list tbody tr");
const row = (page: Page, words: string) => rows(page).filter({ hasText: words });
const beside = (page: Page) => page.getByRole("complementary", { name: "Signature" });
const inRail = (page: Page) =>
  page.getByRole("navigation", { name: "Main", exact: true }).getByRole("link", { name: /Failures/ });
const button = (page: Page, name: string) => beside(page).getByRole("button", { name, exact: true });

beforeAll(async () => {
  for (let n = 0; n < 3; n++) {
    await story(`limit-${n}`, (5 - n) * HOUR)
      .breaks("fetch-rates", "SIG_LIMIT", "Too many requests")
      .send(url);
  }
  await story("card", HOUR, "charge").breaks("charge-card", "SIG_CARD", "The card has expired").send(url);
  await story("disk", 30 * MINUTE, "store")
    .breaks("write-report", "SIG_DISK", "No space left")
    .send(url);
  // Failures are learned from a moment after they were stored.
  await expect.poll(() => learned(SERVICE)).toBe(3);
});

async function learned(service: string): Promise<number> {
  const answer = await fetch(`${url}/api/v1/signatures?service=${service}`);
  return ((await answer.json()) as { items: unknown[] }).items.length;
}

test("lists kinds of failures, those first that were seen last", async ({ open }) => {
  const page = await open(PATH);
  await expect(rows(page).locator(".signature-link")).toHaveText([
    /No space left/,
    /The card has expired/,
    /Too many requests/,
  ]);
  const limit = row(page, "Too many requests");
  await expect(limit.locator(".g-state")).toHaveText("New");
  await expect(limit.locator(".g-samples")).toHaveText("33 in 24 h");
  await expect(limit.locator(".g-known")).toContainText("Seen 3 times");
  await expect(limit.locator(".signature-where")).toContainText(`prod${SERVICE} / settle / fetch-rates`);
  await page.getByRole("searchbox").fill("expired");
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/q=expired/);
  await page.getByRole("button", { name: "Resolved" }).click();
  await expect(page.getByText("No signature matches.")).toBeVisible();
  await page.getByRole("link", { name: "Of any state" }).click();
  await expect(rows(page)).toHaveCount(1);
});

test("J, K, Enter, E and Escape do what they do elsewhere", async ({ open }) => {
  const page = await open(PATH);
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(rows(page).nth(0)).toHaveClass(/cursor/);
  await page.keyboard.press("Enter");
  await expect(beside(page)).toContainText("No space left");
  await page.keyboard.press("j");
  await expect(beside(page)).toContainText("The card has expired");
  await page.keyboard.press("e");
  await expect(page.getByLabel("Likely cause")).toBeFocused();
  await expect(page).toHaveURL(/edit=1/);
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Likely cause")).toHaveCount(0);
  await expect(beside(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(beside(page)).toHaveCount(0);
  await page.goBack();
  await expect(beside(page)).toContainText("The card has expired");
});

test("what people say of one is saved, or it says why not", async ({ open }) => {
  const page = await open(PATH, { expected: /400/ });
  await row(page, "Too many requests").click();
  await page.keyboard.press("e");
  await page.getByLabel("Likely cause").fill("The registry limits us");
  await page.getByLabel(/^Link to how/).fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText(/^Not saved\. .*remediationUrl.*bad_value$/);
  await page.getByLabel(/^Link to how/).fill("/docs/limits");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("region", { name: "Cause and action" })).toContainText(
    "Likely cause. The registry limits us",
  );
  await expect(beside(page).getByRole("link", { name: "/docs/limits" })).toBeVisible();
  await page.reload();
  await expect(beside(page)).toContainText("The registry limits us");
  await page.keyboard.press("Escape");
  await expect(row(page, "Too many requests").locator(".g-known")).toContainText("The registry limits us");
});

test("is resolved, comes back as regressed, and can be reopened", async ({ open }) => {
  const page = await open(PATH);
  await row(page, "The card has expired").click();
  await button(page, "Resolve").click();
  await expect(beside(page).locator("header")).toContainText("Resolved");
  await expect(row(page, "The card has expired").locator(".g-state")).toHaveText("Resolved");
  await expect(page.locator(".live.live")).toBeVisible();
  await story("card-again", 0, "charge").breaks("charge-card", "SIG_CARD", "The card has expired").send(url);
  await expect(beside(page).locator("header")).toContainText("Regressed");
  const elsewhere = await open(`/runs?service=${SERVICE}`);
  await expect(inRail(elsewhere)).toContainText("1 regressed");
  await page.reload();
  await expect(inRail(page)).toContainText("1 regressed");
  await button(page, "Reopen").click();
  await expect(beside(page).locator("header")).toContainText("New");
  await expect(inRail(page)).not.toContainText("regressed");
});

test("is ignored until a date or up to a rate, and switched off", async ({ open }) => {
  const page = await open(PATH);
  await row(page, "No space left").click();
  await button(page, "Ignore").click();
  await page.getByRole("button", { name: "For a week" }).click();
  await expect(beside(page).locator("header")).toContainText(/^Ignoreduntil \d/);
  await button(page, "Ignore").click();
  await page.getByLabel("While there are at most so many a day").fill("many");
  await expect(page.getByText("That is no whole number.")).toBeVisible();
  await page.getByLabel("While there are at most so many a day").fill("5");
  await page.getByRole("button", { name: "Ignore up to this rate" }).click();
  await expect(beside(page).locator("header")).toContainText("while there are at most 5 a day");
  await page.getByRole("button", { name: "Ignored", exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  await button(page, "Stop ignoring").click();
  await expect(beside(page).locator("header")).toContainText("New");
  await button(page, "Disable").click();
  await expect(beside(page).locator("header")).toContainText("disabled");
  await button(page, "Enable").click();
  await expect(button(page, "Disable")).toBeVisible();
});

test("leads to the runs behind it and to the last one", async ({ open }) => {
  const page = await open(PATH);
  await row(page, "Too many requests").click();
  await beside(page)
    .getByRole("link", { name: /^All failed runs of settle/ })
    .click();
  await expect(page.locator("table.runs .run-link")).toHaveCount(3);
  await page.goBack();
  await beside(page)
    .getByRole("link", { name: /^Last run, limit-2/ })
    .click();
  await expect(page.locator(".signal .say")).toContainText("Too many requests");
});

test("a new kind waits while the list is read", async ({ open }) => {
  const service = "signatures-live";
  const broken = (id: string, code: string) =>
    new Story({ service, id, name: "live" }, MINUTE).breaks("only", code, `Broken by ${code}`).send(url);
  await broken("one", "SIG_LIVE_ONE");
  await expect.poll(() => learned(service)).toBe(1);
  const page = await open(`/signatures?service=${service}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.locator(".live.live")).toBeVisible();
  await broken("two", "SIG_LIVE_TWO");
  await expect(page.getByRole("button", { name: /1 new signature/ })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press(".");
  await expect(rows(page)).toHaveCount(2);
});

test("says what is not known, and fits on a phone", async ({ open }) => {
  const page = await open(`${PATH}&id=00000000-0000-0000-0000-000000000000`, { expected: /404/ });
  await expect(page.getByText(/^No signature .* in what you may see/)).toBeVisible();
  const phone = await open(PATH, { width: 390 });
  await row(phone, "Too many requests").click();
  await expect(beside(phone)).toBeVisible();
  await expect(rows(phone).first()).toBeHidden();
  expectNow(await sideways(phone)).toBe(0);
});
