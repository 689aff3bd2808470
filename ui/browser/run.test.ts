import type { Page } from "playwright";
import { beforeAll, describe, inject } from "vitest";
import { address, expect, measureLive, test } from "./parts";
import { HOUR, MINUTE, SECOND, Story, sendStories } from "./parts/story";

const SERVICE = "run-orders";
const url = inject("weirUrl");
const at = (id: string, rest = "") => `/runs/production/${SERVICE}/${id}${rest}`;

const broken = new Story({ service: SERVICE, id: "broken", name: "placeOrder", execution: "exec-9" }, 2 * HOUR)
  .started({ order: { number: 4711, items: ["tea", "cup"] }, note: "please ring" })
  .works("reserve-stock", 2 * SECOND, { result: { shelf: "B7" } })
  .slept(30 * MINUTE)
  .tell("timeout.set", { stepName: "charge-card", timeoutMs: 30 * SECOND })
  .fails("charge-card", 3 * SECOND, "Gateway away", { maxAttempts: 3, retryIn: 4 * SECOND })
  .wait(4 * SECOND)
  .fails("charge-card", 3 * SECOND, "Gateway away", { attempt: 2, maxAttempts: 3, retryIn: 8 * SECOND })
  .wait(8 * SECOND)
  .fails("charge-card", 5 * SECOND, "Card declined", { attempt: 3, maxAttempts: 3 })
  .tell("retry.exhausted", { stepName: "charge-card", attempts: 3 })
  .failed("Card declined", "charge-card", 3);

beforeAll(async () => {
  await broken.send(url);
  await sendStories(url, [
    new Story({ service: SERVICE, id: "good", name: "placeOrder" }, 3 * HOUR)
      .started({ n: 1 })
      .works("reserve-stock", SECOND)
      .completed({ paid: true }),
  ]);
});

const inspector = (page: Page) => page.locator("aside.inspector");
const timeline = (page: Page) => page.getByRole("group", { name: /^Timeline\./ });
const tabs = (page: Page) => page.getByRole("navigation", { name: "Run" });
const steps = (page: Page) => page.getByRole("region", { name: "Steps" }).locator("tbody tr");

describe("what it shows", () => {
  test("how the run stands, in facts and in one sentence", async ({ open }) => {
    const page = await open(at("broken"));
    const header = page.locator(".run-header");
    await expect(header.locator(".status")).toHaveText("Failed");
    await expect(header.getByRole("heading")).toHaveText("placeOrder");
    await expect(header).toContainText("broken");
    await expect(header).toContainText("took 30 m 25 s");
    await expect(header).toContainText("1 of 2 steps");
    await expect(header).toContainText("4 attempts");
    await expect(header).toContainText("execution exec-9");
    await expect(page.locator(".signal .say")).toHaveText("Failed in charge-card: Card declined.");
    await expect(page.locator(".signal-follows")).toHaveText("It was tried 3 times.");
    await expect(page.locator(".signal")).toContainText("Last run of placeOrder that completed");
    await expect(page.locator(".run-sum")).toContainText(/Working 13\.0 s.*Backing off 12\.0 s.*Asleep 30 m/);
    await expect(page.locator(".run-error .stack")).toContainText("Card declined");
    await expect(page.locator(".run-error .stack")).toContainText("at charge (payments/card.ts:41:11)");
    await expect(page).toHaveTitle("placeOrder · Weir");
  });

  test("the run of the same name that was good before", async ({ open }) => {
    const page = await open(at("broken"));
    await page
      .locator(".signal-links")
      .getByRole("link", { name: /, good/ })
      .click();
    await expect(page.locator(".signal .say")).toHaveText("Completed after 1.0 s.");
    await page.goBack();
    await expect(page.locator(".signal .say")).toContainText("Card declined");
  });

  test("against the last good run: where they part, and what they began with", async ({ open }) => {
    const page = await open(at("broken"));
    await tabs(page).getByRole("link", { name: "Against the last good run" }).click();
    await expect(page).toHaveURL(/tab=compare/);
    const compared = page.getByRole("region", { name: "Against the last good run" });
    await expect(compared.locator(".say")).toContainText(/^It parts from good, .* at charge-card/);
    const rows = compared.locator("table.compared-steps tbody tr");
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(0)).toContainText("1.0 s longer, other result");
    await expect(rows.nth(1)).toHaveClass("parts");
    await expect(rows.nth(1)).toContainText("they part here");
    await expect(rows.nth(1)).toContainText("failed, 23.0 s, 3 attempts");
    await expect(rows.nth(1)).toContainText("not reached");
    await expect(rows.nth(1)).toContainText("only in this run");
    const input = compared.getByRole("region", { name: "Input of both runs" });
    await expect(input.locator("tbody tr").filter({ hasText: "n" }).last()).toContainText("not there");
    await compared.getByRole("link", { name: "good", exact: true }).click();
    await expect(page.locator(".signal .say")).toHaveText("Completed after 1.0 s.");
    await expect(tabs(page).getByRole("link", { name: "Against the last good run" })).toHaveCount(0);
  });

  test("its steps, with their time split into what it was", async ({ open }) => {
    const page = await open(at("broken", "?tab=steps"));
    await expect(steps(page)).toHaveCount(2);
    await expect(steps(page).nth(0)).toContainText("completedreserve-stock1");
    await expect(steps(page).nth(1).getByRole("cell")).toHaveText([
      "failed",
      "charge-card",
      "3 of 3",
      "",
      "—",
      "11.0 s",
      "12.0 s",
      "—",
      "23.0 s",
      /./,
      "Card declined",
    ]);
    await page.getByRole("button", { name: "Attempts" }).click();
    await expect(steps(page)).toHaveCount(4);
    await expect(steps(page).nth(2)).toContainText("2 of 3");
    await expect(steps(page).nth(2)).toContainText("Gateway away");
    await expect(steps(page).nth(2)).toContainText("8.0 s");
    expect(address(page)).toBe(at("broken", "?tab=steps&rows=attempts"));
  });

  test("input and output that fold, copy and can be searched", async ({ open }) => {
    const page = await open(at("broken", "?tab=data"));
    const input = page.getByRole("region", { name: "Input" });
    await expect(input).toContainText('note: "please ring"');
    await expect(page.getByText("The run failed and has no output.")).toBeVisible();
    await input.getByRole("button", { name: "Collapse order" }).click();
    await expect(input).toContainText("order: { number: 4711, items: […] }");
    await expect(input).not.toContainText("tea");
    await page.getByLabel("Search in Input").fill("4711");
    await expect(input.locator(".json-line.current")).toContainText("number: 4711");
    await page.getByRole("button", { name: "Copy Input" }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(JSON.parse(copied)).toEqual({ order: { number: 4711, items: ["tea", "cup"] }, note: "please ring" });
  });

  test("its events as they came, filtered by type and by words, each with a link", async ({ open }) => {
    const page = await open(at("broken", "?tab=events"));
    const events = page.locator(".event-line");
    await expect(page.getByText("16 events")).toBeVisible();
    await expect(events.first()).toContainText("workflow.started");
    await page.getByRole("button", { name: "Type" }).click();
    await page.getByRole("button", { name: /^step\.failed/ }).click();
    await expect(events).toHaveCount(3);
    await expect(page.getByText("3 of 16 events")).toBeVisible();
    await page.getByLabel("Search in events").fill("declined");
    await expect(events).toHaveCount(1);
    await events.click();
    await expect(inspector(page)).toContainText("step.failed");
    await expect(page.getByRole("region", { name: "Content" })).toContainText('message: "Card declined"');
    await page.reload();
    await expect(events).toHaveCount(1);
    await expect(page.getByRole("region", { name: "Content" })).toContainText('message: "Card declined"');
  });
});

describe("tabs", () => {
  test("by click, by key, and back again", async ({ open }) => {
    const page = await open(at("broken"));
    const current = tabs(page).locator("[aria-current=page]");
    await tabs(page)
      .getByRole("link", { name: /^Steps/ })
      .click();
    await expect(current).toHaveText("Steps2");
    await page.keyboard.press("]");
    await expect(current).toHaveText("Input and output");
    await page.keyboard.press("]");
    await expect(current).toHaveText("Events");
    await page.goBack();
    await expect(page.getByRole("region", { name: "Input" })).toBeVisible();
    await page.goBack();
    await expect(steps(page)).toHaveCount(2);
    await page.goBack();
    await expect(timeline(page)).toBeVisible();
  });
});

describe("timeline", () => {
  test("each bar has a name, and keys walk from bar to bar", async ({ open }) => {
    const page = await open(at("broken"));
    await expect(
      timeline(page)
        .getByRole("img", {
          name: /^charge-card, attempt 3 of 3, failed after 5\.0 s, started .*, then no attempt left$/,
        })
        .first(),
    ).toBeVisible();
    await timeline(page).focus();
    const ring = page.locator(".tl-ring");
    await page.keyboard.press("Home");
    await expect(ring).toHaveAttribute("aria-label", /^reserve-stock, worked 2\.0 s/);
    await page.keyboard.press("e");
    await expect(ring).toHaveAttribute("aria-label", /^charge-card, attempt \d of 3, failed/);
    await page.keyboard.press("End");
    await expect(ring).toHaveAttribute("aria-label", /^charge-card, attempt 3 of 3/);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/step=charge-card&attempt=3/);
    await expect(inspector(page).getByRole("button", { name: "Attempt 3" })).toHaveAttribute("aria-pressed", "true");
  });

  test("zooms, folds idle time away, and remembers both in the address", async ({ open }) => {
    const page = await open(at("broken"));
    const fold = page.getByRole("button", { name: "Idle folded" });
    await expect(fold).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("+");
    await expect(page).toHaveURL(/view=\d+-\d+/);
    await page.keyboard.press("z");
    await expect(page).toHaveURL(/fold=0/);
    const link = address(page);
    await page.reload();
    await expect(page.getByRole("button", { name: "Fold idle" })).toHaveAttribute("aria-pressed", "false");
    expect(address(page)).toBe(link);
    await page.keyboard.press("0");
    await expect(page).not.toHaveURL(/view=/);
  });

  test("can be dragged when zoomed in", async ({ open }) => {
    const page = await open(at("broken"));
    await expect(timeline(page)).toBeVisible();
    for (let turn = 0; turn < 4; turn++) await page.keyboard.press("+");
    await expect(page).toHaveURL(/view=/);
    const before = address(page);
    const field = await page.locator(".tl-field").boundingBox();
    if (field === null) throw new Error("The timeline is not there.");
    await page.mouse.move(field.x + 300, field.y + 20);
    await page.mouse.down();
    await page.mouse.move(field.x + 100, field.y + 20, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => address(page)).not.toBe(before);
  });
});

describe("step", () => {
  test("every attempt with its own error, duration and back-off", async ({ open }) => {
    const page = await open(at("broken"));
    await page.locator(".tl-gutter li", { hasText: "charge-card" }).click();
    const attempts = inspector(page).locator(".attempts tbody tr");
    await expect(attempts).toHaveText([
      /^1Gateway away3\.0 s4\.0 s$/,
      /^2Gateway away3\.0 s8\.0 s$/,
      /^3Card declined5\.0 snone left$/,
    ]);
    await expect(inspector(page)).toContainText("failed, 3 attempts");
    await expect(inspector(page)).toContainText("Attempt 1 failed differently from attempt 3");
    await expect(inspector(page)).toContainText("Timeout30.0 s, kept");
    await expect(inspector(page).locator(".backoff-scale")).toContainText("to scale23.0 s");
    await inspector(page).getByRole("button", { name: "Attempt 1" }).click();
    await expect(page.getByRole("region", { name: "Error of attempt 1" }).locator(".stack")).toContainText(
      "Gateway away",
    );
  });

  test("has an address, survives a reload, and the back button undoes the choice", async ({ open }) => {
    const page = await open(at("broken", "?step=charge-card&attempt=2"));
    const chosen = inspector(page).getByRole("button", { pressed: true });
    await expect(chosen).toHaveText("2");
    await inspector(page).getByRole("button", { name: "Step before" }).click();
    await expect(inspector(page).getByRole("heading")).toHaveText("reserve-stock");
    await expect(inspector(page).getByRole("region", { name: "Result of reserve-stock" })).toContainText('shelf: "B7"');
    await page.goBack();
    await expect(chosen).toHaveText("2");
    await page.reload();
    await expect(chosen).toHaveText("2");
    await expect(inspector(page).getByRole("heading")).toHaveText("charge-card");
  });
});

describe("as it was known", () => {
  test("goes from moment to moment, with the run as it was then", async ({ open }) => {
    const story = new Story({ service: SERVICE, id: "remembered", name: "grow" }, 10 * MINUTE);
    await story.started().begins("seed").send(url);
    await story.ends("seed", MINUTE).begins("water").send(url);
    await story.ends("water", MINUTE).completed({ flowers: 3 }).send(url);
    const page = await open(at("remembered"));
    await expect(page.locator(".signal .say")).toHaveText("Completed after 2 min.");
    await page.getByRole("button", { name: "As it was…" }).click();
    const scrubber = page.getByRole("region", { name: "As it was known" });
    await expect(scrubber).toContainText("3 of 3");
    await scrubber.getByRole("button", { name: "The moment before" }).click();
    await expect(page.locator(".signal .say")).toContainText("water");
    await expect(page.locator(".run-header .status")).toHaveText("Running");
    await page.keyboard.press(",");
    await expect(scrubber).toContainText("1 of 3");
    await expect(page.locator(".signal .say")).toContainText("seed");
    await expect(page).toHaveURL(/at=\d{4}/);
    await page.reload();
    await expect(page.locator(".signal .say")).toContainText("seed");
    await expect(scrubber).toContainText("1 of 3");
    await scrubber.getByLabel("Moment", { exact: true }).press("End");
    await expect(page.locator(".signal .say")).toHaveText("Completed after 2 min.");
    await scrubber.getByRole("button", { name: "Back to now" }).click();
    await expect(scrubber).toBeHidden();
    await expect(page).not.toHaveURL(/at=/);
  });

  test("before anything was known, it says so", async ({ open }) => {
    const page = await open(at("broken", "?at=2020-01-01T00:00:00Z"), { expected: /404/ });
    await expect(page.getByRole("region", { name: "As it was known" })).toContainText("nothing of this run was known");
  });

  test("an event that came late says what it corrected", async ({ open }) => {
    const run = { service: SERVICE, id: "late-start", name: "grow" };
    const story = new Story(run, 10 * MINUTE).tell("workflow.started", { input: {} }).wait(MINUTE).begins("seed");
    const [start, seed] = story.events;
    if (start === undefined || seed === undefined) throw new Error("The story has two events.");
    const post = (event: object) =>
      fetch(`${url}/api/v1/events`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify([event]),
      });
    await post(seed);
    const page = await open(at("late-start"));
    await expect(page.locator(".run-notes")).toContainText("The start is inferred");
    await post(start);
    await expect(page.locator(".run-notes")).toContainText(/field.? corrected by events that came late/);
    await expect(page.locator(".run-notes")).not.toContainText("The start is inferred");
  });
});

test("an id that was used again has its earlier runs", async ({ open }) => {
  const story = new Story({ service: SERVICE, id: "reused", name: "nightly" }, HOUR);
  story.started({ night: 1 }).works("first-night", SECOND).completed({ night: 1 }).wait(MINUTE);
  story
    .started({ night: 2 })
    .works("second-night", 2 * SECOND)
    .completed({ night: 2 });
  await story.send(url);
  const page = await open(at("reused"));
  await expect(page.locator(".pips")).toHaveText("second-night");
  await page.getByRole("button", { name: "Runs of this id" }).click();
  await page.getByRole("button", { name: /^run 1, completed/ }).click();
  await expect(page.locator(".pips")).toHaveText("first-night");
  await expect(page).toHaveURL(/run=1/);
  await page.reload();
  await expect(page.locator(".pips")).toHaveText("first-night");
  await page.goBack();
  await expect(page.locator(".pips")).toHaveText("second-night");
});

test("an unknown run says so, with the nearest ids", async ({ open }) => {
  const page = await open(at("broken-but-unknown"), { expected: /404/ });
  await expect(page.getByText(/No run broken-but-unknown of production\/run-orders/)).toBeVisible();
  await page.getByRole("link", { name: "Show all runs" }).click();
  await expect(page).toHaveURL(`${url}/runs`);
});

test("live: what happens is seen while one looks", async ({ open }) => {
  const story = new Story({ service: SERVICE, id: "live", name: "watched" }, MINUTE).started().begins("one");
  await story.send(url);
  const page = await open(at("live"));
  await expect(page.locator(".signal .say")).toHaveText("Running one.");
  await expect(page.locator(".live.live")).toBeVisible();
  await expect(inspector(page).locator(".attempts tbody tr")).toHaveText(/^1still running/);
  story.ends("one", 30 * SECOND).begins("two");
  await measureLive(
    "the run",
    () => story.send(url),
    () => expect(page.locator(".signal .say")).toHaveText("Running two."),
  );
  await tabs(page).getByRole("link", { name: "Events" }).click();
  await expect(page.locator(".event-line")).toHaveCount(4);
  story.ends("two", 10 * SECOND).completed();
  await measureLive(
    "the events",
    () => story.send(url),
    () => expect(page.locator(".event-line")).toHaveCount(6),
  );
  await expect(page.locator(".run-header .status")).toHaveText("Completed");
});

test("thousands of events are drawn, listed and walked through", async ({ open }) => {
  const story = new Story({ service: SERVICE, id: "huge", name: "bulk" }, 3 * HOUR).started();
  for (let n = 0; n < 1_500; n++) story.works(`part-${n}`, SECOND);
  await story.completed().send(url);
  const page = await open(at("huge"));
  await expect(page.locator(".run-header")).toContainText("1,500 of 1,500 steps");
  await timeline(page).focus();
  await page.keyboard.press("End");
  await expect(page.locator(".tl-ring")).toHaveAttribute("aria-label", /^part-1499, worked 1\.0 s/);
  await page.keyboard.press("t");
  await expect(steps(page).first()).toContainText("part-0");
  expect(await steps(page).count()).toBeLessThan(100);
  await page.keyboard.press("]");
  await page.keyboard.press("]");
  await expect(page.getByText("3,002 events")).toBeVisible();
});
