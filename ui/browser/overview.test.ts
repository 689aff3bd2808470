import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { beforeAll, describe, expect as expectNow, inject } from "vitest";
import { expect, measureLive, sideways, test } from "./parts";
import { HOUR, MINUTE, SECOND, Story, sendStories } from "./parts/story";

const SERVICE = "front-of-tests";
const CALM = "calm-of-tests";
const MUTE = "mute-of-tests";
const PATH = `/overview?service=${SERVICE}`;
const url = inject("weirUrl");
const story = (id: string, name: string, env = "production", ago = 30 * MINUTE) =>
  new Story({ service: SERVICE, id, name, env }, ago);
const broken = (n: number) => story(`broken-${n}`, "charge").breaks("ask-bank", "BANK_AWAY", "The bank is away");
const rows = (page: Page) => page.locator(".attention-row");
const card = (page: Page, env: string) => page.getByRole("article", { name: env });

beforeAll(async () => {
  const good = (service: string, id: string, ago: number) =>
    new Story({ service, id, name: "tick", env: "production" }, ago).started().works("tick", SECOND).completed();
  await sendStories(url, [
    ...Array.from({ length: 12 }, (_, n) => broken(n)),
    story("late", "wake", "production", HOUR)
      .started()
      .tell("workflow.paused", { reason: "sleep", resumeAt: new Date(Date.now() - HOUR / 2).toISOString() }),
    ...Array.from({ length: 8 }, (_, n) =>
      story(`fine-${n}`, "ship", "staging").started().works("ship", SECOND).completed(),
    ),
    ...["a", "b", "c"].map((id) => good(CALM, id, MINUTE)),
    // Heard of every five minutes for four hours, and then no more.
    ...Array.from({ length: 48 }, (_, n) => good(MUTE, `tick-${n}`, 6 * HOUR - n * 5 * MINUTE)),
  ]);
});

describe("what needs a person", () => {
  test("stands first, worst first, with count, since when, and where to look", async ({ open }) => {
    const page = await open(PATH);
    await expect(page.getByRole("heading", { name: "2 things need you now." })).toBeVisible();
    await expect(rows(page).locator(".attention-kind")).toHaveText(["Failing", "Overdue"]);
    await expect(rows(page).first()).toContainText("12 of 12 runs of charge failed since");
    await expect(rows(page).first()).toContainText("all at ask-bank");
    await expect(rows(page).first().locator(".attention-count")).toHaveText(/^12 runssince \d\d:\d\d/);
    await expect(rows(page).first().locator(".spark.bad rect:not(.before)")).not.toHaveCount(0);
    await expect(page.getByRole("navigation").getByText("2 things need you")).toBeAttached();
    await rows(page).first().getByRole("link", { name: /^Open/ }).click();
    await expect(page.locator("table.runs .run-link")).toHaveCount(12);
    await page.goBack();
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page.locator("table.runs .run-link")).toHaveAttribute("title", "wake late");
  });

  test("live: it counts on while one looks, and nothing moves", async ({ open }) => {
    const page = await open(PATH);
    await expect(rows(page)).toHaveCount(2);
    await expect(page.locator(".live.live")).toBeVisible();
    await rows(page).nth(1).hover();
    await measureLive(
      "a sentence of the overview",
      () => broken(12).send(url),
      () => expect(rows(page).first().locator(".attention-count")).toContainText("13 runs"),
    );
    await expect(rows(page).locator(".attention-kind")).toHaveText(["Failing", "Overdue"]);
  });

  test("is nothing on a good day, and that is said", async ({ open }) => {
    const page = await open(`/overview?service=${CALM}`);
    await expect(page.getByRole("heading", { name: "Nothing needs you." })).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
    await expect(card(page, "production")).toContainText("3 runs ended");
  });

  test("what may need one soon stands below", async ({ open }) => {
    const page = await open(`/overview?service=${MUTE}`);
    await expect(page.getByRole("heading", { name: "Nothing needs you now, 1 thing to watch." })).toBeVisible();
    await expect(page.getByRole("list", { name: "To watch" })).toContainText(
      /Silent.*mute-of-tests has sent nothing for 2 h, it usually does every/,
    );
  });
});

describe("below", () => {
  test("environments have their verdict, success, runs over time and what is open", async ({ open }) => {
    const page = await open(PATH);
    await expect(card(page, "production")).toContainText(/Failing\s*since/);
    await expect(card(page, "production")).toContainText("0.00%");
    await expect(card(page, "staging")).toContainText("Healthy");
    await expect(card(page, "staging")).toContainText("8 runs ended, no usual yet");
    await expect(card(page, "production").locator(".mirror .outside")).not.toHaveCount(0);
    await card(page, "production").locator("dd").nth(2).getByRole("link", { name: "1" }).click();
    await expect(page.locator("table.runs .run-link")).toHaveAttribute("title", "wake late");
    await page.goBack();
    await card(page, "staging")
      .getByRole("group", { name: /^Runs that ended/ })
      .focus();
    await page.keyboard.press("End");
    const read = card(page, "staging").locator("[role=status]");
    await expect(read).toContainText(/\d\d:\d\d: \d runs? ended/);
    // They ended half an hour ago and a bar is half an hour: what the clock says decides which of the last three they are in.
    for (let back = 0; back < 2; back++) {
      const told = (await read.textContent()) ?? "";
      if (!told.includes(": 0 runs")) break;
      await page.keyboard.press("ArrowLeft");
      await expect(read).not.toHaveText(told);
    }
    await expect(read).toContainText("8 runs ended, 0 failed");
    await page.keyboard.press("Enter");
    await expect(page.locator("table.runs .run-link")).toHaveCount(8);
  });

  test("what the bars show can be had as a table and as a file", async ({ open }) => {
    const page = await open(PATH);
    await card(page, "staging").getByText("As table").click();
    const table = card(page, "staging").getByRole("region", { name: "Table of staging" });
    await expect(table.locator("tbody tr")).not.toHaveCount(0);
    const ended = await table.locator("tbody td:nth-child(4)").allTextContents();
    expectNow(ended.reduce((sum, n) => sum + Number(n), 0)).toBe(8);
    const file = page.waitForEvent("download");
    await page.getByRole("button", { name: "The runs of staging as CSV" }).click();
    const text = await readFile(await (await file).path(), "utf8");
    expectNow(text).toContain("env,from,to,ended,failed,outsideUsual");
    expectNow(text).toMatch(/\r\nstaging,20\d\d-.*Z,20.*Z,\d,0,no/);
    await table.locator("tbody tr").first().getByRole("link").first().click();
    await expect(page).toHaveURL(/\/runs\?.*from=.*env=staging/);
  });

  test("services stand by environment, worst first or by name, and lead on", async ({ open }) => {
    const page = await open(`${PATH}&service=${CALM}`);
    const names = page.locator(".service-table tbody .s-name");
    await expect(names).toHaveText([SERVICE, CALM]);
    await page.getByRole("button", { name: "By name" }).click();
    await expect(page).toHaveURL(/order=name/);
    await expect(names).toHaveText([CALM, SERVICE]);
    await page.locator(".service-cell", { hasText: "Failing" }).click();
    await expect(page).toHaveURL(new RegExp(`env=production&service=${SERVICE}`));
    await page.goBack();
    await names.first().getByRole("link").click();
    await expect(page).toHaveURL(`${url}/services?service=${CALM}`);
  });

  test("another time is in the address", async ({ open }) => {
    const page = await open(`${PATH}&from=-15m`);
    await expect(page.getByText("runs that ended, last 15 min, against")).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await expect(card(page, "staging")).toContainText("Quiet");
  });
});

test("it is the first page; nothing is known of what is not there; a phone has all of it", async ({ open }) => {
  const page = await open("/?service=nobody");
  await expect(page).toHaveURL(`${url}/overview?service=nobody`);
  await expect(page.getByText("Nothing is known here: service is nobody.")).toBeVisible();
  const phone = await open(PATH, { width: 390 });
  await expect(rows(phone)).toHaveCount(2);
  expectNow(await sideways(phone)).toBe(0);
});
