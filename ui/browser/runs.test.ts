import type { Page } from "playwright";
import { beforeAll, describe, inject } from "vitest";
import { address, expect, measureLive, test } from "./parts";
import { HOUR, MINUTE, SECOND, Story, sendStories } from "./parts/story";

const ORDERS = "runs-orders";
const BILLING = "runs-billing";
const HERE = `service=${ORDERS}&service=${BILLING}`;

const url = inject("weirUrl");
const order = (id: string, name: string, ago: number) => new Story({ service: ORDERS, id, name }, ago);

beforeAll(async () => {
  await sendStories(url, [
    order("paid", "placeOrder", 20 * MINUTE)
      .started()
      .works("reserve-stock", 2 * SECOND)
      .works("charge-card", 7 * SECOND)
      .completed(),
    order("broken", "placeOrder", 15 * MINUTE)
      .started()
      .works("reserve-stock", SECOND)
      .fails("charge-card", SECOND, "Card declined", { maxAttempts: 2, retryIn: 4 * SECOND })
      .wait(4 * SECOND)
      .fails("charge-card", SECOND, "Insufficient funds", { attempt: 2, maxAttempts: 2 })
      .failed("Insufficient funds", "charge-card", 2),
    order("busy", "shipOrder", 30 * SECOND)
      .started()
      .begins("pick-items"),
    order("again", "placeOrder", 10 * MINUTE)
      .started()
      .fails("charge-card", SECOND, "Bank closed", { maxAttempts: 5, retryIn: 2 * HOUR }),
    order("asleep", "remindCustomer", 5 * MINUTE)
      .started()
      .tell("workflow.paused", { reason: "sleep", resumeAt: ahead(2 * HOUR) }),
    order("late", "remindCustomer", HOUR)
      .started()
      .tell("workflow.paused", { reason: "sleep", resumeAt: ahead(-10 * MINUTE) }),
    order("stuck", "shipOrder", 3 * HOUR)
      .started()
      .begins("book-courier"),
    order("queued", "shipOrder", MINUTE).tell("workflow.queued", { input: {} }),
    order("stopped", "placeOrder", 30 * MINUTE)
      .started()
      .wait(5 * SECOND)
      .cancelled("Customer changed their mind"),
    new Story(
      { env: "staging", service: BILLING, id: "invoice", name: "sendInvoice", execution: "exec-77" },
      25 * MINUTE,
    )
      .started()
      .works("render", 3 * SECOND)
      .completed(),
  ]);
});

const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
const row = (page: Page, id: string) =>
  page
    .locator("table.runs tbody tr")
    .filter({ has: page.locator(".run-link .mono", { hasText: new RegExp(`^${id}$`) }) });
const ids = (page: Page) => page.locator("table.runs tbody .run-link .mono");
const tab = (page: Page, name: string) =>
  page.getByRole("group", { name: "Runs by status" }).getByRole("button", { name: new RegExp(`^${name}`) });
const allShown = (page: Page) => expect(ids(page)).toHaveCount(10);

describe("what it shows", () => {
  test("each run with status, name, environment, service, steps and reason", async ({ open }) => {
    const page = await open(`/runs?${HERE}`, { width: 1600 });
    await allShown(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Runs");
    await expect(row(page, "paid").getByRole("cell")).toContainText([
      "",
      "Completed",
      "placeOrder",
      "prod",
      ORDERS,
      "",
      "2/2",
      "",
      "9.0 s",
      "",
    ]);
    await expect(row(page, "broken")).toContainText("Failed");
    await expect(row(page, "broken")).toContainText("charge-card: Insufficient funds");
    await expect(row(page, "busy")).toContainText("at pick-items");
    await expect(row(page, "again")).toContainText(/Retrying1 of 5, in \d/);
    await expect(row(page, "again")).toContainText("charge-card: Bank closed");
    await expect(row(page, "asleep")).toContainText("Sleepinguntil");
    await expect(row(page, "late")).toContainText("Overdueby 10 min");
    await expect(row(page, "stuck")).toContainText("Stuckfor 3 h");
    await expect(row(page, "queued")).toContainText("Queued");
    await expect(row(page, "stopped")).toContainText("Cancelled");
    await expect(row(page, "stopped")).toContainText("Customer changed their mind");
    await expect(row(page, "invoice")).toContainText("stg");
  });

  test("how many there are of each status", async ({ open }) => {
    const page = await open(`/runs?${HERE}`);
    await expect(page.getByRole("group", { name: "Runs by status" }).getByRole("button")).toHaveText([
      "All 10",
      "Running1",
      "Retrying1",
      "Stuck, overdue2",
      "Sleeping1",
      "Queued1",
      "Failed1",
      "Completed2",
      "Cancelled1",
    ]);
    await expect(page.locator(".runs-foot")).toContainText("10 runs, 1–10 shown");
  });

  test("the columns that one chooses, in the order that one chooses", async ({ open }) => {
    const page = await open(`/runs?${HERE}`, { width: 1600 });
    await page.getByRole("button", { name: "Columns" }).click();
    const menu = page.getByRole("dialog", { name: "Columns" });
    await menu.getByRole("checkbox", { name: "Execution" }).check();
    await menu.getByRole("checkbox", { name: "Shape" }).uncheck();
    await menu.getByRole("button", { name: "Move execution left" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("columnheader")).toHaveText(
      [
        "Select",
        "Status",
        "Run",
        "Env",
        "Service",
        "Steps",
        "Last event",
        "Duration vs p95",
        "Execution",
        "Why or where",
      ],
      { ignoreCase: true },
    );
    await expect(row(page, "invoice")).toContainText("exec-77");
    await page.reload();
    await expect(row(page, "invoice")).toContainText("exec-77");
  });
});

describe("filters", () => {
  test("a count filters on click, a second click lets go, the back button goes through it", async ({ open }) => {
    const page = await open(`/runs?${HERE}`);
    await allShown(page);
    await tab(page, "Stuck, overdue").click();
    await expect(ids(page)).toHaveText(["late", "stuck"]);
    await expect(tab(page, "Stuck, overdue")).toHaveAttribute("aria-pressed", "true");
    await tab(page, "Failed").click();
    await expect(ids(page)).toHaveText(["broken"]);
    await page.goBack();
    await expect(ids(page)).toHaveText(["late", "stuck"]);
    await tab(page, "Stuck, overdue").click();
    await allShown(page);
  });

  test("become chips that can be taken away", async ({ open }) => {
    const page = await open(`/runs?${HERE}`);
    await page.getByRole("button", { name: "Add a filter" }).click();
    const menu = page.getByRole("dialog", { name: "Add a filter" });
    await menu.getByRole("button", { name: /^remindCustomer/ }).click();
    await menu.getByRole("button", { name: "paused" }).click();
    await page.keyboard.press("Escape");
    await expect(page.locator(".chip:visible")).toHaveText(["statusispaused", "nameisremindCustomer"]);
    await expect(ids(page)).toHaveText(["asleep", "late"]);
    await page.getByRole("button", { name: "Remove name is remindCustomer" }).click();
    await page.getByRole("button", { name: "Remove status is paused" }).click();
    await allShown(page);
  });

  test("a search that has found nothing yet goes on", async ({ open }) => {
    const page = await open("/active");
    let asked = 0;
    await page.route(/\/api\/v1\/workflows\?.*q=broken/, async (route) => {
      const address = new URL(route.request().url());
      address.searchParams.delete("cursor");
      // The server answers a long search after half a second with what it has found.
      if (asked++ === 0) await route.fulfill({ json: { items: [], next: "further" } });
      else await route.continue({ url: address.href });
    });
    await page.goto(`/runs?${HERE}&q=broken`);
    await expect(row(page, "broken")).toBeVisible();
  });

  test("a count that was not made to the end never says none", async ({ open }) => {
    const page = await open("/active");
    await page.route(/\/api\/v1\/workflows\/count\?(?=.*by=status)(?=.*q=broken)/, (route) =>
      route.fulfill({
        json: {
          total: 3,
          capped: true,
          items: [
            { value: "running", count: 0, capped: false },
            { value: "completed", count: 3, capped: true },
            { value: "failed", count: 0, capped: true },
            { value: "cancelled", count: 0, capped: false },
          ],
        },
      }),
    );
    const tab = (name: string) => page.locator(".counts").getByRole("button", { name }).locator("b");
    await page.goto(`/runs?${HERE}&q=broken`);
    await expect(tab("All")).toHaveText("3+");
    await expect(tab("Completed")).toHaveText("3+");
    await expect(tab("Failed")).toHaveText("…");
    await expect(tab("Cancelled")).toHaveText("0");
    await page.getByRole("button", { name: "Compare" }).click();
    const failed = page
      .getByRole("table", { name: "Runs by status and environment" })
      .locator("tr", { hasText: "Failed" });
    await expect(failed.getByRole("link").first()).toHaveText("…");
  });

  test("search finds id, name, execution and error; one step back undoes it", async ({ open }) => {
    const page = await open(`/runs?${HERE}`);
    await allShown(page);
    await page.keyboard.press("/");
    await page.keyboard.type("insufficient");
    await expect(ids(page)).toHaveText(["broken"]);
    await page.getByLabel("Search runs").fill("exec-77");
    await expect(ids(page)).toHaveText(["invoice"]);
    await page.getByLabel("Search runs").fill("sendInv");
    await expect(ids(page)).toHaveText(["invoice"]);
    await page.goBack();
    await allShown(page);
    await expect(page.getByLabel("Search runs")).toHaveValue("");
  });

  test("that match nothing say which one to drop", async ({ open }) => {
    const page = await open(`/runs?${HERE}&status=failed&name=shipOrder`);
    await expect(page.getByText("No run matches.")).toBeVisible();
    await expect(page.locator(".empty")).toContainText("Without status is failed there are 3 runs.");
    await page.locator(".empty").getByRole("link", { name: "1 run", exact: true }).click();
    await expect(ids(page)).toHaveText(["broken"]);
  });
});

/** All but the shape, which has no order. */
const COLUMNS = "status,run,id,env,service,steps,lastEvent,started,ended,created,duration,execution,why";

test("sorts by every column, as the server does", async ({ open }) => {
  const page = await open(`/runs?${HERE}&columns=${COLUMNS}`, { width: 2000 });
  await allShown(page);
  const columns = {
    Status: "status",
    Run: "name",
    Id: "id",
    Steps: "steps",
    Execution: "execution",
    "Why or where": "error",
    Env: "env",
    Service: "service",
    Started: "started",
    Ended: "ended",
    "First seen": "created",
    Duration: "duration",
    "Last event": "lastEvent",
  };
  for (const [title, sort] of Object.entries(columns)) {
    const header = page.getByRole("columnheader", { name: new RegExp(`^${title}`) });
    for (const order of ["desc", "asc"]) {
      // The page begins with the newest event on top, so that one click on that column turns it round.
      if (sort !== "lastEvent" || order === "asc" || (await header.getAttribute("aria-sort")) === null)
        await header.getByRole("button").click();
      await expect(header).toHaveAttribute("aria-sort", order === "asc" ? "ascending" : "descending");
      const answer = await fetch(`${url}/api/v1/workflows?${HERE}&sort=${sort}&order=${order}`);
      const { items } = (await answer.json()) as { items: { workflowId: string }[] };
      await expect(ids(page)).toHaveText(items.map((item) => item.workflowId));
    }
  }
  await expect(page.getByRole("columnheader", { name: /^Last event/ })).toHaveAttribute("aria-sort", "ascending");
  await expect(ids(page).first()).toHaveText("stuck");
});

describe("keys", () => {
  test("J and K move, X selects, Escape lets go, Enter opens", async ({ open }) => {
    const page = await open(`/runs?${HERE}&sort=name&order=asc&status=completed`);
    await expect(ids(page)).toHaveText(["paid", "invoice"]);
    const cursor = page.locator("table.runs tr.cursor .run-link .mono");
    await page.keyboard.press("j");
    await expect(cursor).toHaveText("paid");
    await page.keyboard.press("j");
    await expect(cursor).toHaveText("invoice");
    await page.keyboard.press("k");
    await expect(cursor).toHaveText("paid");
    await page.keyboard.press("x");
    await expect(page.locator(".runs-foot")).toContainText("1 run selected");
    await page.keyboard.press("Escape");
    await expect(page.locator(".runs-foot")).toContainText("2 runs, 1–2 shown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/runs/production/${ORDERS}/paid(\\?|$)`));
    await page.goBack();
    await expect(ids(page)).toHaveText(["paid", "invoice"]);
  });

  test("F filters by the value under the cursor", async ({ open }) => {
    const page = await open(`/runs?${HERE}`);
    await allShown(page);
    await row(page, "asleep").locator(".c-run").hover();
    await page.keyboard.press("f");
    await expect(page.locator(".chip:visible")).toHaveText("nameisremindCustomer");
    await expect(ids(page)).toHaveText(["asleep", "late"]);
  });

  test("the ids of selected runs can be copied", async ({ open }) => {
    const page = await open(`/runs?${HERE}&status=completed&sort=name&order=asc`);
    await page.getByLabel("Select placeOrder paid").check();
    await page.getByLabel("Select sendInvoice invoice").check();
    await page.getByRole("button", { name: "Copy 2 ids" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("paid\ninvoice");
  });
});

test("a link shows the same to everybody, also after a reload", async ({ open }) => {
  const link = `/runs?${HERE}&status=completed&status=failed&sort=name&order=asc&columns=run,status,why&from=-7d&tz=Asia/Tokyo`;
  const page = await open(link);
  await expect(ids(page)).toHaveText(["broken", "paid", "invoice"]);
  const shown = await page.locator("table.runs").innerText();
  await expect(page.locator(".chip:visible")).toHaveText("statusiscompleted or failed");
  await page.reload();
  await expect(ids(page)).toHaveText(["broken", "paid", "invoice"]);
  expect(await page.locator("table.runs").innerText()).toBe(shown);
  expect(address(page)).toBe(link);
});

describe("live", () => {
  test("a row changes in place, and new runs wait until they are asked for", async ({ open }) => {
    const live = "runs-live";
    const story = new Story({ service: live, id: "first", name: "watched" }, MINUTE).started().begins("one");
    const other = new Story({ service: live, id: "second", name: "watched" }, 10 * SECOND).started();
    await story.send(url);
    await other.send(url);
    const page = await open(`/runs?service=${live}`);
    await expect(ids(page)).toHaveText(["second", "first"]);
    await expect(page.locator(".live.live")).toBeVisible();

    story.ends("one", MINUTE).begins("two");
    await measureLive(
      "a changed row",
      () => story.send(url),
      () => expect(row(page, "first")).toContainText("at two"),
    );
    await expect(ids(page)).toHaveText(["second", "first"]);

    const third = new Story({ service: live, id: "third", name: "watched" }, 0).started();
    await measureLive(
      "a new run",
      () => third.send(url),
      () => expect(page.getByRole("button", { name: "1 new run" })).toBeVisible(),
    );
    await expect(ids(page)).toHaveText(["second", "first"]);
    await page.keyboard.press(".");
    await expect(ids(page)).toHaveText(["third", "first", "second"]);
    await expect(tab(page, "All")).toHaveText("All 3");

    await story.completed().send(url);
    await expect(row(page, "first")).toContainText("Completed");
    await expect(tab(page, "Completed")).toHaveText("Completed1");
  });
});

test("figures lead to every run that they count, also where the id was used again", async ({ open }) => {
  const reused = "runs-reused";
  await new Story({ service: reused, id: "twice", name: "reused" }, 20 * MINUTE)
    .started()
    .failed("Disk full", "write", 1)
    .wait(10 * MINUTE)
    .started()
    .completed()
    .send(url);

  const page = await open(`/overview?service=${reused}`);
  await page.getByRole("link", { name: "2 runs ended" }).first().click();
  await expect(ids(page)).toHaveText(["twice", "twice"]);
  await expect(tab(page, "All")).toHaveText("All 2");
  await tab(page, "Failed").click();
  await expect(ids(page)).toHaveText(["twice"]);
  await page.locator("a.run-link").click();
  await expect(page).toHaveURL(/\?run=1(&|$)/);
  await expect(page.locator("main")).toContainText("Disk full");

  await page.goBack();
  await page.getByRole("button", { name: "Remove runs is all of each id" }).click();
  await expect(ids(page)).toHaveCount(0);
});

test("any number of rows can be scrolled through", async ({ open }) => {
  const many = "runs-many";
  const number = (n: number) => String(n).padStart(3, "0");
  await sendStories(
    url,
    Array.from({ length: 250 }, (_, n) =>
      new Story({ service: many, id: `many-${number(n)}`, name: "bulk" }, HOUR + n * SECOND).started(),
    ),
  );
  const page = await open(`/runs?service=${many}`);
  await expect(row(page, "many-000")).toBeVisible();
  await expect(page.locator(".runs-foot")).toContainText("250 runs");
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(row(page, "many-249")).toBeInViewport({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  // What is out of sight does not exist.
  expect(await ids(page).count()).toBeLessThan(100);
});
