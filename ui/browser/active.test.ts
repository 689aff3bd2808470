import type { Page } from "playwright";
import { beforeAll, inject } from "vitest";
import { expect, measureLive, test } from "./parts";
import { HOUR, MINUTE, SECOND, Story, sendStories } from "./parts/story";

const SERVICE = "active-shop";
const url = inject("weirUrl");
const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
const story = (id: string, ago: number, env = "production") =>
  new Story({ env, service: SERVICE, id, name: `do ${id}` }, ago);

beforeAll(() =>
  sendStories(url, [
    story("late", 2 * HOUR)
      .started()
      .tell("workflow.paused", { reason: "sleep", resumeAt: ahead(-HOUR) }),
    story("stuck", 4 * HOUR)
      .started()
      .begins("book-courier"),
    story("again", 5 * MINUTE)
      .started()
      .fails("charge-card", SECOND, "Bank closed", { maxAttempts: 5, retryIn: HOUR }),
    story("busy", MINUTE).started().works("reserve-stock", SECOND).begins("pick-items"),
    story("asleep", 5 * MINUTE)
      .started()
      .tell("workflow.paused", { reason: "sleep", resumeAt: ahead(3 * HOUR) }),
    story("dozing", 5 * MINUTE, "staging")
      .started()
      .tell("workflow.paused", { reason: "sleep", resumeAt: ahead(2 * HOUR) }),
    story("queued", 10 * MINUTE).tell("workflow.queued", { input: {} }),
    story("done", HOUR).started().works("reserve-stock", SECOND).completed(),
  ]),
);

const lane = (page: Page, name: string) => page.getByRole("region", { name });
const names = (page: Page, name: string) => lane(page, name).locator(".card .strong");

test("shows what is late, retried, running and asleep, the most urgent first", async ({ open }) => {
  const page = await open(`/active?service=${SERVICE}`);
  await expect(names(page, "Overdue or stuck")).toHaveText(["do stuck", "do late"]);
  await expect(names(page, "Retrying")).toHaveText(["do again"]);
  await expect(names(page, "Running")).toHaveText(["do busy"]);
  await expect(names(page, "Sleeping")).toHaveText(["do dozing", "do asleep"]);
  const late = lane(page, "Overdue or stuck").locator(".card");
  await expect(late.nth(0)).toContainText("stuck 4 h");
  await expect(late.nth(1)).toContainText(/1:00:\d\d late/);
  await expect(lane(page, "Retrying")).toContainText("attempt 1 of 5");
  await expect(lane(page, "Retrying")).toContainText("charge-card: Bank closed");
  await expect(lane(page, "Running")).toContainText("pick-items");
  await expect(lane(page, "Running").getByRole("img", { name: "1 of 2 known steps done" })).toBeVisible();
  await expect(lane(page, "Sleeping").locator(".timer").first()).toHaveText(/^1:5\d:\d\d$/);
});

test("countdowns run", async ({ open }) => {
  const page = await open(`/active?service=${SERVICE}`);
  const timer = lane(page, "Sleeping").locator(".timer").first();
  const before = await timer.innerText();
  await expect(timer).not.toHaveText(before);
});

test("counts per environment, each with the runs behind it", async ({ open }) => {
  const page = await open(`/active?service=${SERVICE}`);
  const rows = page.locator("table.depth tbody tr");
  await expect(rows.nth(0)).toHaveText(/^productionprod111111/);
  await expect(rows.nth(0)).toContainText("10 m");
  await expect(rows.nth(1)).toHaveText(/^stagingstg001000none/);
  await page.getByRole("link", { name: "Sleeping in staging: 1" }).click();
  await expect(page).toHaveURL(
    `${url}/runs?env=staging&service=${SERVICE}&status=running&status=paused&health=waiting&from=all`,
  );
  await expect(page.locator(".run-link", { hasText: "do dozing" })).toBeVisible();
  await page.goBack();
  await expect(names(page, "Running")).toHaveText(["do busy"]);
});

test("a card opens its run, and the back button comes back", async ({ open }) => {
  const page = await open(`/active?service=${SERVICE}&env=production`);
  await lane(page, "Retrying").locator(".card a").click();
  await expect(page).toHaveURL(new RegExp(`/runs/production/${SERVICE}/again(\\?|$)`));
  await expect(page.locator(".run-header .status")).toContainText("Retrying");
  await page.goBack();
  await expect(names(page, "Sleeping")).toHaveText(["do asleep"]);
  await page.reload();
  await expect(names(page, "Sleeping")).toHaveText(["do asleep"]);
});

test("where nothing goes on, it says what the scope leaves out", async ({ open }) => {
  const page = await open(`/active?service=${SERVICE}&env=nowhere`);
  await expect(page.locator("main")).toContainText("Nothing is running, waiting or queued.");
  await expect(page.locator("main")).toContainText(`Without environment is nowhere, service is ${SERVICE} there are`);
  await page.getByRole("link", { name: /open runs$/ }).click();
  await expect(page).toHaveURL(`${url}/active`);
  await expect(page.locator("table.depth")).toContainText("production");
});

test("the rail counts what is late in the scope", async ({ open }) => {
  const page = await open(`/active?service=${SERVICE}`);
  await expect(
    page.getByRole("navigation", { name: "Main", exact: true }).getByRole("link", { name: /Active/ }),
  ).toContainText("2 overdue or stuck");
});

test("what is queued too long is late here, in the rail, and among the runs, and says why", async ({ open }) => {
  const service = "active-queue";
  const queued = (id: string, ago: number) =>
    new Story({ service, id, name: `do ${id}` }, ago).tell("workflow.queued", { input: {} });
  await sendStories(url, [queued("forgotten", 4 * HOUR), queued("next", MINUTE)]);
  const page = await open(`/active?service=${service}`);
  await expect(names(page, "Overdue or stuck")).toHaveText(["do forgotten"]);
  await expect(lane(page, "Overdue or stuck").locator(".timer")).toHaveText("queued 4 h");
  await expect(lane(page, "Overdue or stuck")).toContainText("Queued for 4 h and not started.");
  await expect(page.getByRole("link", { name: "Queued in production: 2" })).toBeVisible();
  const navigation = page.getByRole("navigation", { name: "Main", exact: true });
  await expect(navigation.getByRole("link", { name: /Active/ })).toContainText("1 overdue or stuck");
  for (const empty of ["Stuck", "Sleeping"]) {
    await page.getByRole("link", { name: `${empty} in production: 0` }).click();
    await expect(page.getByText("No run matches.")).toBeVisible();
    await page.goBack();
  }
  await page.goto(`/runs?service=${service}`);
  const tab = (name: string) => page.locator(".counts").getByRole("button", { name });
  await expect(tab("Queued")).toContainText("1");
  await expect(tab("All")).toContainText("2");
  await tab("Stuck, overdue").click();
  await expect(page.locator("table.runs .run-link")).toHaveCount(1);
  await expect(page.locator("table.runs tbody")).toContainText("Queued for 4 h and not started.");
});

test("lanes count what is not loaded, and lead to it", async ({ open }) => {
  const page = await open("/no/such/page");
  await page.route(/\/api\/v1\/active\?.*limit=1000/, (route) =>
    route.continue({ url: route.request().url().replace("limit=1000", "limit=2") }),
  );
  await page.goto(`/active?service=${SERVICE}`);
  await expect(lane(page, "Overdue or stuck").locator("header b")).toHaveText("2");
  const sleeping = lane(page, "Sleeping");
  await expect(sleeping.locator("header b")).toHaveText("2");
  await expect(sleeping.locator(".card")).toHaveCount(0);
  await expect(sleeping).not.toContainText("Nothing sleeps.");
  await sleeping.getByRole("link", { name: "All 2 in the list of runs" }).click();
  await expect(page.locator("table.runs .run-link")).toHaveCount(2);
});

test("live: runs come, move on and leave", async ({ open }) => {
  const service = "active-live";
  const page = await open(`/active?service=${service}`);
  await expect(page.getByText("Nothing is running, waiting or queued.")).toBeVisible();
  await expect(page.locator(".live.live")).toBeVisible();
  const run = new Story({ service, id: "one", name: "come and go" }, MINUTE).started().begins("first");
  await measureLive(
    "a new card",
    () => run.send(url),
    () => expect(lane(page, "Running")).toContainText("first"),
  );
  run.ends("first", 10 * SECOND).begins("second");
  await measureLive(
    "a changed card",
    () => run.send(url),
    () => expect(lane(page, "Running")).toContainText("second"),
  );
  run.wait(SECOND).tell("workflow.paused", { reason: "sleep", resumeAt: ahead(HOUR) });
  await measureLive(
    "a card in another lane",
    () => run.send(url),
    () => expect(names(page, "Sleeping")).toHaveText(["come and go"]),
  );
  await expect(names(page, "Running")).toHaveCount(0);
  await run.tell("workflow.resumed").completed().send(url);
  await expect(names(page, "Sleeping")).toHaveCount(0);
  await expect(page.getByText("Nothing is running, waiting or queued.")).toBeVisible();
});
