import type { Page } from "playwright";
import { beforeAll, inject } from "vitest";
import { expect, sideways, test } from "./parts";
import { type Orchestrator, SessionStory, sendSnapshot } from "./parts/session";
import { HOUR, MINUTE } from "./parts/story";

const SERVICE = "sessions-of-tests";
const url = inject("weirUrl");
const orchestrator = (n: number): Orchestrator => ({
  address: `0x${"5e".repeat(19)}${n}0`,
  key: `0x${"6e".repeat(19)}${n}0`,
  url: `https://orch-${n}.example:8935`,
});
const ONE = orchestrator(1);
const TWO = orchestrator(2);
const session = (request: string, ago: number, gateway = "gw-fra", service = SERVICE) =>
  new SessionStory({ service, gateway, stream: `st-${request}`, request }, ago);

/** Three that play, one of them swapped; one excused; one that failed; one of which the request was lost. */
beforeAll(async () => {
  await sendSnapshot(url, SERVICE, 3 * HOUR, [ONE, TWO]);
  await session("plain", 2 * HOUR)
    .plays(ONE)
    .runs(6, 20, ONE)
    .closed()
    .wait(5_000)
    .error("whip disconnected")
    .send(url);
  await session("other", 2 * HOUR, "gw-nyc")
    .plays(TWO)
    .runs(3, 10, TWO)
    .closed()
    .send(url);
  await session("swapped", HOUR)
    .plays(ONE)
    .runs(3, 20, ONE)
    .wait(1_000)
    .update()
    .runs(3, 16, ONE)
    .wait(2_000)
    .trace("orchestrator_swap", ONE)
    .wait(3_000)
    .status(0, TWO, "DEGRADED_INFERENCE")
    .runs(3, 12, TWO)
    .closed()
    .send(url);
  await session("nobody", 30 * MINUTE)
    .requested()
    .wait(2_000)
    .trace("gateway_no_orchestrators_available")
    .error("no orchestrators available")
    .closed()
    .send(url);
  await session("broken", 20 * MINUTE)
    .requested()
    .wait(1_000)
    .trace("gateway_send_first_ingest_segment", ONE)
    .wait(4_000)
    .error("CUDA out of memory")
    .closed()
    .send(url);
  await session("lost", 10 * MINUTE)
    .runs(2, 18, TWO)
    .closed()
    .send(url);
});

const PATH = `/sessions?service=${SERVICE}`;
const rows = (page: Page) => page.locator("table.session-list tbody tr");
const line = (page: Page, name: string) =>
  page.locator("table.rates tbody tr", { has: page.locator("td:first-child", { hasText: name }) }).locator("td");
const row = (page: Page, request: string) => rows(page).filter({ hasText: request });

test("tells how sessions began, by orchestrator, and how long that took", async ({ open }) => {
  const page = await open(PATH);
  await expect(page.getByRole("region", { name: "What stands out" })).toContainText(
    "Nothing stands out. 1 of 5 streams did not start and has no excuse.",
  );
  await expect(page.locator(".band.success .band-name")).toContainText("Started 3");
  await expect(page.locator(".band.excused .band-name")).toContainText("Excused 1");
  await expect(page.locator(".band.unexcused .band-name")).toContainText("Did not start 1");
  // 0x5e…10 ran the one that plays and the one that failed; the swapped one ended at 0x5e…20.
  await expect(line(page, "5e10")).toHaveText([/5e10$/, "2", "1", "0", "1", "1 of 2", "0", "0 of 2", "2.5 s", "2.5 s"]);
  await expect(line(page, "5e20")).toHaveText([/5e20$/, "3", "2", "0", "0", "2 of 2", "1", "1 of 3", "2.5 s", "2.5 s"]);
  await expect(line(page, "no orchestrator").nth(1)).toHaveText("1");
  await expect(page.locator("table.latencies tbody tr").first().locator("td").nth(1)).toHaveText("3");
  await expect(page.locator("table.latencies tbody tr").nth(3).locator("td").nth(2)).toHaveText("1.5 s");
  await page.getByRole("button", { name: "Region" }).click();
  await expect(line(page, "region unknown").nth(1)).toHaveText("6");
});

test("rates are sorted by their head, and what is not known stays at the end", async ({ open }) => {
  const page = await open(PATH);
  const names = page.locator("table.rates tbody tr td:first-child");
  await expect(names).toHaveText([/5e10$/, /5e20$/, "— no orchestrator"]);
  const success = page.getByRole("columnheader", { name: "Startup success" });
  await success.getByRole("button").click();
  await expect(names).toHaveText([/5e20$/, /5e10$/, "— no orchestrator"]);
  const startup = page.getByRole("columnheader", { name: "Startup p50" });
  await startup.getByRole("button").click();
  await startup.getByRole("button").click();
  await expect(startup).toHaveAttribute("aria-sort", "ascending");
  await expect(names.last()).toHaveText("— no orchestrator");
  await expect(page).toHaveURL(`${url}${PATH}&sort=p50.asc`);
});

test("lists sessions, those first that began last, each with what is known of it", async ({ open }) => {
  const page = await open(PATH);
  await expect(rows(page)).toHaveCount(6);
  await expect(rows(page).locator(".s-status")).toHaveText([
    "Not counted",
    "Did not start",
    "Excused",
    "Started",
    "Started",
    "Started",
  ]);
  await expect(row(page, "plain").locator(".s-errors")).toHaveText("1, excused");
  await expect(row(page, "plain").locator(".s-fps")).toHaveText("20.0");
  await expect(row(page, "broken").locator(".s-errors")).toHaveText("1, no excuse");
  await expect(row(page, "broken").locator(".s-startup")).toContainText("—");
  await expect(row(page, "swapped").locator(".s-swaps")).toHaveText("1 asked, 1 seen");
});

test("a number opens the sessions behind it; filters are in the address, and back undoes them", async ({ open }) => {
  const page = await open(PATH);
  await line(page, "5e10").nth(4).getByRole("link").click();
  await expect(page).toHaveURL(/orchestrator=0x5e.*outcome=unexcused/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("broken");
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("button", { name: /^Remove orchestrator is/ }).click();
  await page.getByRole("button", { name: /^Remove outcome is/ }).click();
  await expect(rows(page)).toHaveCount(6);
  await page.getByRole("button", { name: "Add a filter" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /gw-nyc/ })
    .click();
  await expect(page).toHaveURL(/gateway=gw-nyc/);
  await page.keyboard.press("Escape");
  await expect(rows(page)).toHaveCount(1);
  await page.goBack();
  await expect(rows(page)).toHaveCount(6);
  await page.getByRole("searchbox").fill("CUDA");
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/q=CUDA/);
});

test("a session's own page tells its start, who did the work, and everything on one clock", async ({ open }) => {
  const page = await open(PATH);
  await row(page, "swapped").getByRole("link").click();
  await expect(page).toHaveURL(/\/sessions\/st-swapped%7Cswapped/);
  await expect(page.locator(".session-sentence")).toContainText(
    /^Played after 5.0 s and ran at .* fps\. One swap was asked for at 1 m 08 s: 2 orchestrators\.$/,
  );
  await expect(page.locator(".measures dd.measure")).toHaveText([
    "2.5 s",
    /^—/,
    "1.0 s",
    /^1\d\.\d$/,
    "1 asked, 1 seen",
    "none",
  ]);
  await expect(page.locator(".waterfall-time")).toHaveText(["+0 ms", "+1.0 s", "+2.0 s", "+2.5 s", "+5.0 s"]);
  const who = page.getByRole("region", { name: "Who did the work" });
  await expect(who).toContainText("orch-1.example:8935");
  await expect(who).toContainText("orch-2.example:8935");
  await expect(who).toContainText(`GPU-${SERVICE}-0`);
  await expect(who.getByText("nearest prior snapshot")).toHaveCount(2);
  await expect(page.locator(".segment")).toHaveCount(2);
  await expect(page.locator(".swap-line")).toHaveCount(1);
  await expect(page.locator(".state.warn")).toHaveCount(1);
  await expect(page.locator(".lane-mark.parameters")).toHaveAttribute("aria-label", /^update, 20.0 to/);
  await expect(page.locator(".fps-line")).toHaveCount(1);
  await page.reload();
  await expect(page.locator(".segment")).toHaveCount(2);
  // One tab stop, then the arrow keys.
  await page.locator('.lane-mark[tabindex="0"]').focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".lane-mark:focus")).toHaveAttribute("aria-label", "gateway sends, +1.0 s");
  await page.keyboard.press("t");
  await expect(page.locator("table.lane-table")).toContainText("swap asked");
  await expect(page.locator("table.lane-table")).toContainText("1: orch-2.example:8935, orchestrator swap");
});

test("an excused error is grey, and what has none says why it failed", async ({ open }) => {
  const page = await open(`/sessions/${encodeURIComponent("st-plain|plain")}`);
  await expect(page.locator(".lane-mark.errors")).toHaveClass(/excused/);
  await expect(page.locator(".session-facts")).toContainText("1 event after the close");
  await page.goto(`/sessions/${encodeURIComponent("st-broken|broken")}`);
  await expect(page.locator(".session-sentence")).toHaveText(
    "Did not start. One error has no excuse: CUDA out of memory.",
  );
  await expect(page.locator(".lane-mark.errors")).toHaveClass(/bad/);
  await page.goto(`/sessions/${encodeURIComponent("st-nobody|nobody")}`);
  await expect(page.locator(".session-sentence")).toHaveText(
    "Did not start, and is excused: no orchestrator was available.",
  );
});

test("a session is a run, and each leads to the other", async ({ open }) => {
  const page = await open(`/sessions/${encodeURIComponent("st-broken|broken")}`);
  await page.getByRole("link", { name: "As a run" }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/production/${SERVICE}/st-broken%7Cbroken`));
  await expect(page.locator(".run-title .status")).toContainText("Failed");
  await expect(
    page.getByRole("group", { name: "The session on one clock" }).locator(".lane-mark.errors"),
  ).toBeVisible();
  await page.getByRole("link", { name: "As a session" }).click();
  await expect(page.locator(".session-sentence")).toContainText("CUDA out of memory");
  await page.locator(".lane-mark.errors").click();
  await expect(page).toHaveURL(/tab=events&event=/);
});

test("among what is active, a session is no run without steps", async ({ open }) => {
  const service = "sessions-active";
  await session("now", MINUTE / 4, "gw-fra", service)
    .plays(ONE)
    .send(url);
  const page = await open(`/active?service=${service}`);
  const card = page.locator(".card");
  await expect(card).toContainText(`live session through ${service}`);
  await expect(card).not.toContainText("step");
  await card.getByRole("link").click();
  await expect(page.locator(".signal .say")).toHaveText("The session goes on, for as long as somebody streams.");
});

test("what begins while one reads waits; what is open changes in place", async ({ open }) => {
  const service = "sessions-live";
  const first = session("first", MINUTE, "gw-fra", service).requested();
  await first.send(url);
  const page = await open(`/sessions?service=${service}`);
  await expect(rows(page).locator(".s-status")).toHaveText(["Starting"]);
  await expect(page.locator(".live.live")).toBeVisible();
  await first.wait(5_000).trace("gateway_receive_few_processed_segments", ONE).runs(2, 15, ONE).send(url);
  await expect(rows(page).locator(".s-status")).toHaveText(["Playing"]);
  await session("second", 1_000, "gw-fra", service).requested().send(url);
  await expect(page.getByRole("button", { name: /1 new session/ })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press(".");
  await expect(rows(page)).toHaveCount(2);
  await row(page, "first").getByRole("link").click();
  await expect(page.locator(".session-sentence")).toContainText("runs at 15.0 fps");
  await first.wait(1_000).error("inference process exited").send(url);
  await expect(page.locator(".session-sentence")).toContainText("One error has no excuse: inference process exited.");
});

test("says which filter to drop, and what is not known", async ({ open }) => {
  const page = await open(`${PATH}&gateway=gw-nowhere`, { expected: /404/ });
  await expect(page.getByText("No session began here, last 24 h.")).toBeVisible();
  await page.getByRole("link", { name: "6 sessions" }).first().click();
  await expect(rows(page)).toHaveCount(6);
  await page.goto(`/sessions/${encodeURIComponent("not|there")}`);
  await expect(page.getByText("No session not|there in what you may see.")).toBeVisible();
});

test("G then E goes there, and nothing scrolls sideways on a phone", async ({ open }) => {
  const page = await open("/active?service=nobody");
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await expect(page).toHaveURL(/\/sessions/);
  const phone = await open(PATH, { width: 390 });
  await expect(rows(phone)).toHaveCount(6);
  expect(await sideways(phone)).toBe(0);
});
