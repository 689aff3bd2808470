import { afterAll, beforeAll, expect as expectNow } from "vitest";
import { expect, measureLive, sideways, test, violations } from "./parts";
import { MINUTE, SECOND, Story } from "./parts/story";
import { startWeir, type Weir } from "./parts/weir";

let weir: Weir;
beforeAll(async () => {
  weir = await startWeir();
});
afterAll(() => weir.stop());

test("an empty instance tells how to send the first event, and goes on with it", async ({ open }) => {
  const page = await open("/runs", { url: weir.url });
  await expect(page.getByRole("heading", { name: "No event has arrived yet" })).toBeVisible();
  await expect(page.getByText("./weir up --demo", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Copy: Send the events of one small run" }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain(`curl ${weir.url}/api/v1/events`);
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expectNow(await violations(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await sideways(page)).toBe(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "No event has arrived yet" })).toBeVisible();

  // What the page says is what is sent.
  const lines = command
    .split("\n")
    .slice(1, -1)
    .map((line) => JSON.parse(line));
  const answer = await fetch(`${weir.url}/api/v1/events`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(lines),
  });
  expect(await answer.json()).toMatchObject({ received: 4, accepted: 4, rejected: [] });
  await expect(page.locator(".run-link")).toHaveAttribute("title", "processOrder order-1");
});

test("when the server goes away the page says since when, and goes on without a gap when it is back", async ({
  open,
}) => {
  const story = new Story({ service: "away", id: "steady", name: "watched" }, MINUTE).started().begins("one");
  await story.send(weir.url);
  const page = await open("/runs?service=away", { url: weir.url, expected: /ERR_|Failed to load resource/ });
  await expect(page.locator("table.runs")).toContainText("at one");
  await expect(page.locator(".live.live")).toBeVisible();

  await weir.pause();
  await expect(page.getByRole("button", { name: /^Reconnecting/ })).toBeVisible();
  const banner = page.locator(".banner.stale");
  await expect(banner).toContainText(/Live updates lost since .*\. What you see was true then\./, { timeout: 20_000 });
  await expect(page.locator("table.runs")).toContainText("at one");
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expectNow(await violations(page)).toEqual([]);
  }

  await weir.resume();
  await story.ends("one", SECOND).begins("two").send(weir.url);
  await expect(banner).toBeHidden({ timeout: 15_000 });
  await expect(page.locator(".live.live")).toBeVisible();
  await expect(page.locator("table.runs")).toContainText("at two");
  story.ends("two", SECOND).begins("three");
  await measureLive(
    "a row after the server came back",
    () => story.send(weir.url),
    () => expect(page.locator("table.runs")).toContainText("at three"),
  );
}, 120_000);
