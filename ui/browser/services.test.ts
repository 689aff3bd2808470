import type { Page } from "playwright";
import { beforeAll, describe, expect as expectNow, inject } from "vitest";
import { expect, measureLive, sideways, test } from "./parts";
import { HOUR, MINUTE, SECOND, Story, sendStories } from "./parts/story";

const SERVICE = "cards-of-tests";
const QUIET = "quiet-of-tests";
const url = inject("weirUrl");
const story = (id: string, env = "production", ago = HOUR) =>
  new Story({ service: SERVICE, id, name: "fillShelf", env }, ago);
const card = (page: Page, name = SERVICE) => page.getByRole("article", { name });
const line = (page: Page, env: string) => card(page).locator(".service-line", { hasText: env });

beforeAll(async () => {
  await sendStories(url, [
    ...["one", "two", "three"].map((id) => story(id).started().works("fill", SECOND).completed()),
    story("broken").breaks("fill", "SHELF_FULL", "The shelf is full"),
    story("other", "staging").started().works("fill", SECOND).completed(),
    story("going").started().begins("fill"),
    // Heard of every five minutes for four hours, and then no more.
    ...Array.from({ length: 48 }, (_, n) =>
      new Story({ service: QUIET, id: `tick-${n}`, name: "tick" }, 6 * HOUR - n * 5 * MINUTE)
        .started()
        .works("tick", SECOND)
        .completed(),
    ),
  ]);
});

describe("a card", () => {
  const PATH = `/services?service=${SERVICE}`;

  test("has a line for each environment, and every number leads to its runs", async ({ open }) => {
    const page = await open(PATH);
    await expect(line(page, "production")).toContainText("75.0%");
    await expect(line(page, "production").locator(".service-counts a")).toHaveText([
      "3 completed",
      "1 failed",
      "1 in progress",
    ]);
    await expect(line(page, "staging")).toContainText("100%");
    await line(page, "production").getByRole("link", { name: "1 failed" }).click();
    await expect(page.locator("table.runs .run-link")).toHaveCount(1);
    await expect(page).toHaveURL(/basis=started/);
    await page.goBack();
    await line(page, "production").getByRole("link", { name: "1 in progress" }).click();
    await expect(page.locator("table.runs .run-link")).toHaveAttribute("title", "fillShelf going");
    await page.goBack();
    await card(page)
      .getByRole("link", { name: `Runs of ${SERVICE}` })
      .click();
    await expect(page.locator("table.runs .run-link")).toHaveCount(6);
  });

  test("is called what people call it, until they take that back", async ({ open }) => {
    const page = await open(PATH);
    await page.getByRole("link", { name: `Edit the name and description of ${SERVICE}` }).click();
    await expect(page).toHaveURL(new RegExp(`edit=${SERVICE}`));
    await expect(page.getByLabel("Display name")).toBeFocused();
    await page.keyboard.type("Shelves");
    await page.getByLabel("Description").fill("Everything that is put on them");
    await page.keyboard.press("Control+Enter");
    await expect(card(page, "Shelves")).toContainText("Everything that is put on them");
    await page.reload();
    await expect(card(page, "Shelves")).toContainText(SERVICE);
    await page.goto(`${PATH}&edit=${SERVICE}`);
    await page.getByLabel("Display name").fill("");
    await page.getByLabel("Description").fill("");
    await page.getByRole("button", { name: /^Save/ }).click();
    await expect(card(page)).toBeVisible();
    await expect(card(page)).not.toContainText("Everything");
  });

  test("with words that are too long it says so, and keeps them", async ({ open }) => {
    const page = await open(`${PATH}&edit=${SERVICE}`, { expected: /Failed to load resource/ });
    await page.getByLabel("Display name").evaluate((field: HTMLInputElement) => field.removeAttribute("maxlength"));
    await page.getByLabel("Display name").fill("x".repeat(5_000));
    await page.getByRole("button", { name: /^Save/ }).click();
    await expect(page.getByRole("alert")).toContainText("Not saved.");
    await expect(page.getByLabel("Display name")).toHaveValue("x".repeat(5_000));
    await page.getByLabel("Display name").press("Escape");
    await expect(card(page)).toBeVisible();
  });

  test("live: what happens is counted while one looks", async ({ open }) => {
    const page = await open(`${PATH}&env=staging`);
    await expect(line(page, "staging")).toContainText("1 completed");
    await expect(page.locator(".live.live")).toBeVisible();
    const fresh = story("fresh", "staging", MINUTE).started().works("fill", SECOND).completed();
    await measureLive(
      "a card of a service",
      () => fresh.send(url),
      () => expect(line(page, "staging")).toContainText("2 completed"),
    );
  });
});

describe("an alert", () => {
  const ALERTED = "alerts-of-tests";
  const PATH = `/services?service=${ALERTED}`;
  const edit = (page: Page) => page.getByRole("link", { name: `Edit the alert of ${ALERTED} in production` });

  test("is set in place, says that it is broken here and on the Overview, and is taken back", async ({ open }) => {
    await sendStories(
      url,
      Array.from({ length: 5 }, (_, n) => {
        const one = new Story({ service: ALERTED, id: `run-${n}`, name: "pay", env: "production" }, 10 * MINUTE);
        return n === 0 ? one.breaks("pay", "NO_MONEY", "No money") : one.started().works("pay", SECOND).completed();
      }),
    );
    const page = await open(PATH);
    await edit(page).click();
    await expect(page.getByLabel("Success at least, %")).toBeFocused();
    await page.keyboard.type("99");
    await page.getByLabel("with at least, runs").fill("5");
    await page.keyboard.press("Control+Enter");
    const sentence = `${ALERTED} in production completed 4 of 5 runs in the last hour; its alert is at 99%.`;
    await expect(card(page, ALERTED)).toContainText(sentence);
    await expect(card(page, ALERTED)).toContainText("success at least 99% in 60 min, of 5 runs or more");
    await page.goto(`/overview?service=${ALERTED}`);
    const row = page.getByRole("list", { name: "Needs you" }).locator("li", { hasText: sentence });
    await expect(row).toContainText("Alert");
    await row.getByRole("link", { name: `Open: ${sentence}` }).click();
    await expect(page.locator("table.runs .run-link")).toHaveCount(1);
    await page.goto(PATH);
    await edit(page).click();
    await page.getByLabel("with at least, runs").fill("20");
    await page.getByRole("button", { name: /^Save/ }).click();
    await expect(card(page, ALERTED)).toContainText("5 of 20 runs that it takes");
    await expect(card(page, ALERTED)).not.toContainText(sentence);
    await edit(page).click();
    await page.getByRole("button", { name: "Remove the alert" }).click();
    await expect(card(page, ALERTED)).toContainText("no alert");
  });

  test("that makes no sense is not saved, and says why", async ({ open }) => {
    const page = await open(PATH, { expected: /Failed to load resource/ });
    await edit(page).click();
    await page.getByLabel("Success at least, %").fill("120");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("alert")).toContainText("'minSuccessRate' must be a share above 0 and up to 1");
  });
});

test("one that has gone silent says so", async ({ open }) => {
  const page = await open(`/services?service=${QUIET}`);
  await expect(card(page, QUIET)).toContainText("Silent");
  await expect(card(page, QUIET)).toContainText(/quiet-of-tests has sent nothing for 2 h, it usually does every/);
});

test("without any it says which filter to drop; G then V goes there; a phone has it too", async ({ open }) => {
  const page = await open("/services?service=nobody");
  await expect(page.getByText("No service matches: service is nobody.")).toBeVisible();
  await page.goto("/runs?service=nobody");
  await expect(page.locator("h1")).toHaveText("Runs");
  await page.keyboard.press("g");
  await page.keyboard.press("v");
  await expect(page).toHaveURL(/\/services/);
  const phone = await open(`/services?service=${SERVICE}`, { width: 390 });
  await expect(card(phone)).toBeVisible();
  expectNow(await sideways(phone)).toBe(0);
});
