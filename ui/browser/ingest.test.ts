import type { Page } from "playwright";
import { beforeAll, expect as expectNow, inject } from "vitest";
import { address, expect, test } from "./parts";
import { MINUTE, post, Story } from "./parts/story";

const GOOD = "ingest-good";
const BAD = "ingest-bad";
const url = inject("weirUrl");

beforeAll(async () => {
  const story = new Story({ service: GOOD, id: "one", name: "counted" }, MINUTE)
    .started()
    .tell("something.else")
    .completed();
  await post(url, story.events);
  await post(url, story.events);
  const { events } = new Story({ service: BAD, id: "bad", name: "refused" }, MINUTE)
    .started()
    .tell("step.started", { attempt: 1 })
    .tell("step.started", { stepName: "x", attempt: "two" });
  const answer = await post(url, [...events, { ...events[0], eventId: "when", timestamp: "yesterday" }]);
  expectNow(answer.rejected.map((one) => one.code)).toEqual(["missing_field", "wrong_type", "bad_timestamp"]);
});

const account = (page: Page, service: string) =>
  page.getByRole("table", { name: "Accounting per source" }).locator("tbody tr", { hasText: service });
const rejected = (page: Page) => page.locator("ul.rejected > li");

test("each source with its four numbers, which add up", async ({ open }) => {
  const page = await open(`/ingest?service=${GOOD}&service=${BAD}`);
  await expect(account(page, GOOD).getByRole("cell")).toHaveText([GOOD, "prod", "local", "6", "2", "3", "1", "0", /./]);
  await expect(account(page, BAD).getByRole("cell")).toHaveText([BAD, "prod", "local", "4", "1", "0", "0", "3", /./]);
  await expect(page.locator("tfoot")).toContainText("Together1033");
  await expect(page.getByText("10 events received from 2 sources. Every one is accounted for.")).toBeVisible();
});

test("the events that were not taken, each with reason and content", async ({ open }) => {
  const page = await open(`/ingest?service=${BAD}`);
  await expect(rejected(page)).toHaveCount(3);
  const missing = rejected(page).filter({ hasText: "missing_field" });
  await expect(missing).toContainText("field stepName");
  await missing.getByRole("button", { expanded: false }).click();
  await expect(missing.locator(".json-box")).toContainText('type: "step.started"');
  await page.reload();
  await expect(missing.locator(".json-box")).toContainText('type: "step.started"');
  await missing.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText(/^Still not taken: /)).toBeVisible();
  await expect(rejected(page)).toHaveCount(3);
});

test("the scope filters both, and the back button undoes it", async ({ open }) => {
  const page = await open(`/ingest?service=${GOOD}&service=${BAD}`);
  await expect(rejected(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Services: 2 services" }).click();
  await page.getByRole("dialog").getByRole("button", { name: BAD }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByText("No event is parked here.")).toBeVisible();
  await expect(account(page, BAD)).toHaveCount(0);
  await page.goBack();
  await expect(rejected(page)).toHaveCount(3);
});

test("those of the scope are found behind many others, loaded by scrolling, and by a link", async ({ open }) => {
  const service = "ingest-many";
  const refused = Array.from(
    { length: 60 },
    (_, n) => new Story({ service, id: `bad ${n}`, name: "refused" }, MINUTE).tell("step.started").events[0],
  );
  await post(url, refused.slice(0, 5));
  await post(url, refused.slice(5));
  const page = await open(`/ingest?service=${BAD}`);
  await expect(rejected(page)).toHaveCount(3);

  const oldest = await open(`/ingest?service=${service}`);
  await expect(rejected(oldest)).toHaveCount(50);
  await oldest.locator("ul.rejected").evaluate((list) => list.scrollIntoView({ block: "end" }));
  await expect(rejected(oldest)).toHaveCount(60);
  await rejected(oldest).last().getByRole("button", { expanded: false }).click();
  await expect(oldest.locator(".json-box")).toContainText("bad 0");
  const linked = await open(address(oldest));
  await expect(linked.locator(".json-box")).toContainText("bad 0");
  await expect(rejected(linked).locator(".json-box")).toHaveCount(1);

  await post(url, refused.slice(2, 3));
  const again = await open(`/ingest?service=${service}`);
  await expect(rejected(again).first()).toContainText("2 times");
});

test("what comes in is counted while one looks", async ({ open }) => {
  const service = "ingest-live";
  const page = await open(`/ingest?service=${service}`);
  await expect(page.getByText("No source has sent anything here yet.")).toBeVisible();
  const story = new Story({ service, id: "one", name: "counted" }, MINUTE).started().tell("step.started", {});
  await post(url, story.events);
  await expect(account(page, service).getByRole("cell")).toHaveText(
    [service, "prod", "local", "2", "1", "0", "0", "1", /./],
    { timeout: 15_000 },
  );
  await expect(rejected(page)).toHaveCount(1, { timeout: 15_000 });
});
