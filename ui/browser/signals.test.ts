import type { Page, Request } from "playwright";
import { beforeAll, describe, expect as expectNow, inject } from "vitest";
import { expect, measureLive, sideways, test } from "./parts";
import { HOUR, MINUTE, SECOND, Story } from "./parts/story";
import { tellWaited } from "./parts/telemetry";

const SERVICE = "signals-of-tests";
const url = inject("weirUrl");
const at = (id: string, rest = "") => `/runs/production/${SERVICE}/${id}${rest}`;
const story = (id: string, ago: number, name = "fetchAndPay") => new Story({ service: SERVICE, id, name }, ago);
const panel = (page: Page) => page.getByRole("article", { name: "How it stands" });
const seen = (page: Page) => page.getByRole("article", { name: "Seen before" });

beforeAll(async () => {
  // Failed, and was good again 5 minutes later; then another failed in the same way.
  await story("mended", 3 * HOUR)
    .breaks("fetch-rates", "SIGNALS_AWAY", "The rates did not answer")
    .wait(5 * MINUTE)
    .started()
    .works("fetch-rates", SECOND)
    .completed()
    .send(url);
  await story("broken", HOUR).breaks("fetch-rates", "SIGNALS_AWAY", "The rates did not answer").send(url);
});

describe("the first signal on top of a run", () => {
  test("says what happened in which phase, what was before, and where to look next", async ({ open }) => {
    const page = await open(at("broken"));
    await expect(panel(page).locator(".signal-kind")).toContainText(/^Failed in fetch at \d\d:\d\d:\d\d/);
    await expect(panel(page).locator(".signal-kind")).toContainText(
      /first signal [\d.]+ m?s after you opened this run/,
    );
    await expect(panel(page).locator(".say")).toHaveText("Failed in fetch-rates: The rates did not answer.");
    await expect(panel(page)).toContainText(/The run of fetchAndPay before.*completed .*, took 1\.0 s, mended/);
    await panel(page).getByRole("link", { name: "See all failures of fetchAndPay" }).click();
    await expect(page.locator("table.runs .run-link")).toHaveCount(1);
    await page.goBack();
    await panel(page)
      .getByRole("link", { name: /^completed/ })
      .click();
    await expect(page).toHaveURL(`${url}${at("mended", "?run=2")}`);
    await expect(panel(page).locator(".say")).toHaveText("Completed after 1.0 s.");
    await expect(seen(page)).toHaveCount(0);
  });

  test("a failure that was seen before says how often, how long and what to do", async ({ open }) => {
    const page = await open(at("broken"));
    await expect(seen(page)).toContainText("Seen 2 times, once gone after 5 min.");
    await expect(seen(page)).toContainText("Nobody has said what causes it");
    await seen(page).getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Likely cause").fill("The provider sheds load at noon");
    await page.getByLabel("What to do").fill("Wait, then start it again");
    await page.getByLabel(/^Link to how/).fill("https://wiki.example/rates");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("region", { name: "Cause and action" })).toContainText("The provider sheds load");
    await page.goto(at("broken"));
    await expect(seen(page)).toContainText("Likely cause. The provider sheds load at noon");
    await expect(seen(page)).toContainText("Do this: Wait, then start it again");
    await expect(seen(page).getByRole("link", { name: "Runbook" })).toHaveAttribute(
      "href",
      "https://wiki.example/rates",
    );
    await seen(page).getByRole("link", { name: "Signature" }).click();
    await expect(page).toHaveURL(/\/signatures\?id=/);
    await expect(page.getByRole("complementary", { name: "Signature" })).toContainText("SIGNALS_AWAY");
  });

  test("an earlier run and an earlier moment have the sentence that follows from the run", async ({ open }) => {
    const page = await open(at("mended", "?run=1"));
    await expect(panel(page).locator(".say")).toHaveText("Failed at fetch-rates: The rates did not answer.");
    await expect(panel(page).locator(".signal-kind")).toHaveCount(0);
    await expect(seen(page)).toHaveCount(0);
    await page.goto(at("broken", `?at=${new Date().toISOString()}`));
    await expect(panel(page).locator(".say")).toContainText("Failed at fetch-rates");
    await expect(panel(page).locator(".signal-kind")).toHaveCount(0);
  });

  test("live: it changes while one looks, with the time that is left", async ({ open }) => {
    for (let n = 0; n < 6; n++) {
      await story(`usual-${n}`, 5 * HOUR, "steady")
        .started()
        .works("restore-cache", 4 * MINUTE)
        .completed()
        .send(url);
    }
    const running = story("steady-now", MINUTE, "steady").started().begins("restore-cache");
    await running.send(url);
    const page = await open(at("steady-now"));
    await expect(panel(page).locator(".signal-kind")).toContainText("Working in restore");
    await expect(panel(page).locator(".signal-follows")).toContainText(
      /^About [23] min left\. Half of the last \d runs/,
    );
    await expect(page.locator(".run-header .facts")).toContainText(/about [23] min left, until .*, 9 of 10 by/);
    await expect(page.locator(".live.live")).toBeVisible();
    running.ends("restore-cache", 30 * SECOND).begins("upload-report");
    await measureLive(
      "the signal",
      () => running.send(url),
      () => expect(panel(page).locator(".say")).toHaveText("At upload-report."),
    );
    await running.completed().send(url);
    await expect(panel(page).locator(".signal-kind")).toContainText("Succeeded");
  });
});

describe("how long it took is told", () => {
  const told = (request: Request) =>
    JSON.parse(request.postData() ?? "[]") as { eventType: string; ttfsMs: number; jobId: string; device: string }[];
  const telling = (page: Page) => page.waitForRequest((request) => request.url().includes("/ttfs-events"));

  test("once for each run that somebody opens", async ({ open }) => {
    const page = await open(`/runs?service=${SERVICE}&name=fetchAndPay`);
    const all: string[] = [];
    page.on("request", (request) => request.url().includes("/ttfs-events") && all.push(request.url()));
    const first = telling(page);
    await page.locator(".run-link", { hasText: "broken" }).click();
    const events = told(await first);
    expectNow(events.map((event) => event.eventType)).toEqual(["signal.start", "signal.cache_hit", "signal.rendered"]);
    expectNow(events[2]).toMatchObject({
      surface: "ui",
      cacheHit: true,
      signalSource: "snapshot",
      kind: "failed",
      phase: "fetch",
      device: "desktop",
      networkState: expectNow.any(String),
      release: expectNow.any(String),
    });
    expectNow(events[2]?.ttfsMs).toBeGreaterThan(0);
    // From when the run was asked for, not from when the window was opened.
    expectNow(events[2]?.ttfsMs).toBeLessThan(8_000);
    expectNow(all[0]).toContain(`env=production&service=${SERVICE}`);
    await page.keyboard.press("]");
    await page.keyboard.press("]");
    await page.goto(at("mended"));
    await telling(page);
    expectNow(all).toHaveLength(2);
  });

  test("and nobody notices when that fails", async ({ open }) => {
    const page = await open("/active?service=nobody", { expected: /Failed to load resource/ });
    await page.route("**/ttfs-events*", (route) => route.abort());
    const tried = telling(page);
    await page.goto(at("broken"));
    await tried;
    await expect(panel(page).locator(".say")).toContainText("The rates did not answer");
  });
});

describe("the page of signals", () => {
  // CI is told of here and nowhere else.
  beforeAll(async () => {
    const quick = Array.from({ length: 30 }, (_, n) => ({ surface: "ci" as const, ago: 3 * HOUR, ms: 400 + n }));
    const slow = Array.from({ length: 10 }, () => ({ surface: "ci" as const, ago: HOUR, ms: 7_000, cached: false }));
    await tellWaited(url, SERVICE, [...quick, ...slow]);
  });
  const PATH = "/signals?surface=ci";

  test("says whether people had to wait too long, and when", async ({ open }) => {
    const page = await open(PATH);
    await expect(page.locator(".signals-sentence")).toHaveText(
      "First signals come too late on CI. 10 of 40 first signals took longer than 5 s.",
    );
    await expect(page.locator("table.objective tbody td")).toHaveText(["CI", "40", "75%", "75%", "P95 missed"]);
    const breaches = page.locator("table.breaches tbody tr");
    await expect(breaches).toHaveCount(1);
    await expect(breaches.locator("td")).toHaveText([
      /^\d/,
      "CI",
      "10",
      "10",
      "0 of 10",
      "10",
      "0 of 10",
      "P50 and P95",
    ]);
    await page.getByRole("button", { name: /^All hours/ }).click();
    await expect(breaches).toHaveCount(2);
    await expect(page).toHaveURL(/hours=all/);
    await page.reload();
    await expect(breaches).toHaveCount(2);
    await page.goBack();
    await expect(breaches).toHaveCount(1);
  });

  test("draws hits and misses apart with gaps between, and has all of it as a table", async ({ open }) => {
    const page = await open(PATH);
    await expect(page.locator(".matrix-cell").first()).toContainText("computed7.0 s");
    await expect(page.locator(".matrix-cell").first().locator(".plot-line.alone")).toHaveCount(2);
    await expect(page.locator(".plot-over")).toHaveCount(2);
    await page.getByText("As table").click();
    const rows = page.locator("table.times tbody tr");
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(0).locator("td")).toHaveText([/to/, "CI", "computed", "10", "7.0 s", "7.0 s", "0 of 10"]);
    await expect(rows.nth(1).locator("td")).toHaveText([/to/, "CI", "cached", "30", "0.4 s", "0.4 s", "100%"]);
    await page.getByRole("group", { name: /^Charts/ }).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await expect(page.locator(".matrix [role=status]")).toContainText(/CI, 10 signals, p50 computed 7\.0 s/);
  });

  test("filters are in the address, and a long time is told by days", async ({ open }) => {
    const page = await open("/signals?from=-30d");
    await page.getByRole("button", { name: "CI", exact: true }).click();
    await expect(page).toHaveURL(`${url}/signals?from=-30d&surface=ci`);
    await expect(page.getByText("each point is a day")).toBeVisible();
    await expect(page.locator("table.objective tbody td").nth(1)).toHaveText("40");
  });

  test("without any it says how to tell of one", async ({ open }) => {
    const page = await open("/signals?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z&surface=ci");
    await expect(page.getByText(/^No first signal was told of by CI/)).toBeVisible();
    await expect(page.locator(".command pre")).toContainText("/api/v1/ttfs-events?env=production");
    await page.getByRole("link", { name: "40 signals" }).first().click();
    await expect(page.locator("table.objective tbody tr")).toHaveCount(1);
  });

  test("says what is kept, and when it was last cleared up", async ({ open }) => {
    const page = await open(PATH);
    const rows = page.getByRole("region", { name: "Table of what is kept" }).locator("tbody tr");
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(0).locator("td")).toHaveText([
      "Telemetry",
      "90 d",
      "removed",
      /^\d\d:\d\d:\d\d$/,
      /^\d+$/,
      /^\d+$/,
    ]);
    await expect(rows.nth(1)).toContainText("Signals of ended runs24 h");
    await expect(rows.nth(2)).toContainText("30 d");
  });

  test("G then I goes there, and nothing scrolls sideways on a phone", async ({ open }) => {
    const page = await open("/active?service=nobody");
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await expect(page).toHaveURL(/\/signals/);
    const phone = await open(PATH, { width: 390 });
    await expect(phone.locator("table.objective")).toBeVisible();
    expectNow(await sideways(phone)).toBe(0);
  });
});
