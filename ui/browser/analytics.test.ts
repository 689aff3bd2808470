import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { beforeAll, describe, expect as expectNow, inject } from "vitest";
import { expect, sideways, test } from "./parts";
import { HOUR, MINUTE, SECOND, Story, sendStories } from "./parts/story";

const SERVICE = "figures-of-tests";
const PATH = `/analytics?service=${SERVICE}`;
const url = inject("weirUrl");
const many = (n: number, of: (index: number) => Story) => Array.from({ length: n }, (_, index) => of(index));
const story = (env: string, id: string, ago: number, name = "pay") =>
  new Story({ service: SERVICE, id, name, env }, ago);
const section = (page: Page, name: string | RegExp) => page.getByRole("region", { name });

async function saved(page: Page, what: string): Promise<string> {
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: what }).click();
  return await readFile(await (await file).path(), "utf8");
}

beforeAll(async () => {
  await sendStories(url, [
    // 30 good and 3 failed in production; each is tried twice at its only step.
    ...many(30, (n) =>
      story("production", `good-${n}`, 2 * HOUR + n * MINUTE)
        .started()
        .fails("charge", SECOND, "Bank closed", { maxAttempts: 3, retryIn: SECOND })
        .wait(SECOND)
        .begins("charge", { attempt: 2, maxAttempts: 3 })
        .ends("charge", 8 * SECOND, { attempt: 2 })
        .completed(),
    ),
    ...many(3, (n) => story("production", `bad-${n}`, 2 * HOUR).breaks("charge", "NO_MONEY", "No money")),
    ...many(25, (n) =>
      story("staging", `good-${n}`, HOUR)
        .started()
        .works("charge", 2 * SECOND)
        .completed(),
    ),
    ...many(11, (n) =>
      story("production", `before-${n}`, 30 * HOUR)
        .started()
        .works("charge", 2 * SECOND)
        .completed(),
    ),
    story("staging", "tiny", HOUR, "rarely").started().works("look", SECOND).completed(),
  ]);
});

describe("environments", () => {
  test("stand side by side with success, durations and runs, against the range before", async ({ open }) => {
    const page = await open(PATH);
    const matrix = page.getByRole("group", { name: /^Environments:/ });
    await expect(matrix.locator(".matrix-head")).toHaveText([/^production/, /^staging/]);
    const success = matrix.locator(".matrix-cell").nth(0);
    await expect(success).toContainText("90.9%");
    await expect(success).toContainText("before 100%");
    await expect(matrix).toContainText("+200% on before");
    await expect(matrix.locator(".histogram-figures")).toHaveText([/p50 10 s/, /p50 2\.0 s/]);
    await expect(matrix).toContainText("p95 before 2.0 s");
    await page.getByRole("button", { name: "Against the range before" }).click();
    await expect(page).toHaveURL(/compare=none/);
    await expect(matrix).not.toContainText("before");
    await success.getByRole("link", { name: /90\.9%/ }).click();
    await expect(page.locator("table.runs .run-link")).toHaveCount(3);
  });

  test("a bar of a histogram leads to the runs that took as long", async ({ open }) => {
    const page = await open(PATH);
    const histograms = page.getByRole("group", { name: /^Environments:/ }).locator(".histogram");
    await histograms.nth(1).locator(".histogram-link").first().click();
    await expect(page).toHaveURL(/\/runs\?.*env=staging.*status=completed.*atLeastMs=896&belowMs=1024/);
    await expect(page.locator("table.runs .run-link")).toHaveText(["rarely tiny"]);
    await page.getByRole("button", { name: "Remove duration is 0.9 s or more and below 1.0 s" }).click();
    await expect(page.locator("table.runs .run-link").nth(2)).toBeVisible();
  });

  test("arrow keys walk through time, and Enter opens the runs behind it", async ({ open }) => {
    const page = await open(PATH);
    const matrix = page.getByRole("group", { name: /^Environments:/ });
    await matrix.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await expect(matrix.locator("[role=status]")).toContainText(/staging: staging nothing ended/);
    for (let presses = 0; presses < 5; presses++) {
      if (/25 of|100%/.test((await matrix.locator("[role=status]").textContent()) ?? "")) break;
      await page.keyboard.press("ArrowLeft");
    }
    await expect(matrix.locator("[role=status]")).toContainText("staging 100% succeeded");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/runs\?.*env=staging.*from=.*to=/);
    await expect(page.locator("table.runs .run-link").first()).toBeVisible();
  });

  test("can be had as a table and as a file", async ({ open }) => {
    const page = await open(PATH);
    const environments = section(page, "Environments");
    await environments.getByText("As table").click();
    await expect(environments.locator("table.figure-table tbody tr")).toHaveCount(2);
    await expect(environments.locator("table.figure-table tbody tr").first().locator("td").nth(5)).toHaveText("3");
    const text = await saved(page, "The environments as CSV");
    expectNow(text).toContain("env,verdict,total,totalBefore,completed,failed,cancelled");
    expectNow(text).toMatch(/\r\nproduction,\w+,33,11,30,3,0/);
  });

  test("each stretch and each bar that is drawn is a line of a table, and of a file", async ({ open }) => {
    const page = await open(PATH);
    const environments = section(page, "Environments");
    await environments.getByText("Each stretch of time, in figures").click();
    const stretches = environments.getByRole("region", { name: "Table of environments over time" });
    const failed = stretches.locator("tbody tr td:nth-child(8)");
    const sum = async () => (await failed.allTextContents()).reduce((all, n) => all + Number(n), 0);
    await expect(failed.first()).toBeVisible();
    expectNow(await sum()).toBe(3);
    const file = await saved(page, "The environments over time as CSV");
    expectNow(file).toContain("env,serviceKey,workflowName,from,to,started,completed,failed,cancelled,successRate");
    expectNow(file).toMatch(/\r\nproduction,,,20\d\d-.*Z,20.*Z,\d+,\d+,3,0,/);
    await environments.getByText("Each bar of the durations, in figures").click();
    const bars = environments.getByRole("region", { name: "Table of durations of environments" });
    await expect(bars.locator("tbody tr").first()).toContainText("production");
    expectNow(await saved(page, "The durations of environments as CSV")).toMatch(/\r\nstaging,,,896,1024,1\r\n/);
    await bars.locator("tbody tr", { hasText: "staging" }).first().getByRole("link").click();
    await expect(page.locator("table.runs .run-link")).toHaveText(["rarely tiny"]);
  });
});

describe("workflows", () => {
  test("have a column each, those that fail first, and a line for each environment", async ({ open }) => {
    const page = await open(PATH);
    const matrix = page.getByRole("group", { name: /^Workflows:/ });
    await expect(matrix.locator(".matrix-head")).toHaveText([/^pay/, /^rarely/]);
    const success = matrix.locator(".matrix-cell").nth(0);
    await expect(success).toContainText("90.9%");
    await expect(success).toContainText("100%");
    await expect(success.locator(".plot-line.half")).not.toHaveCount(0);
    // Of one alone a percentage would say more than is known.
    await expect(matrix.locator(".matrix-cell").nth(1)).toContainText("1 of 1");
    await matrix.getByRole("link", { name: "rarely" }).click();
    await expect(page).toHaveURL(/name=rarely/);
    await expect(matrix.locator(".matrix-head")).toHaveText([/^rarely/]);
    await page.getByRole("button", { name: "Remove workflow is rarely" }).click();
    await expect(matrix.locator(".matrix-head")).toHaveCount(2);
  });

  test("are compared across environments as the document's own query does", async ({ open }) => {
    const page = await open(`${PATH}&basis=started`);
    const pay = page.locator("table.across tbody tr", { hasText: "pay" });
    await expect(pay.locator("td")).toHaveText(["3 failed30 of 3390.9%", "25 of 25100%"]);
    await pay.getByRole("link", { name: "3 failed" }).click();
    await expect(page.locator("table.runs .run-link")).toHaveCount(3);
  });
});

describe("steps", () => {
  test("that were tried again are drawn hour by hour, by step or by service", async ({ open }) => {
    const page = await open(PATH);
    const heat = page.getByRole("group", { name: /^Retries:/ });
    const row = heat.locator(".heat-line", { hasText: "charge" });
    await expect(row).toHaveCount(1);
    await expect(row.locator(".heat3")).not.toHaveCount(0);
    await expect(row.locator("span.number").first()).toHaveText("0.91");
    await page.getByRole("button", { name: "By service" }).click();
    await expect(heat.locator(".heat-line", { hasText: SERVICE })).toHaveCount(1);
    await expect(page).toHaveURL(/retries=service/);
    await heat.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await expect(heat.locator("[role=status]")).toContainText(SERVICE);
    const steps = section(page, "Retries per step");
    await steps.getByText("Each cell, in figures").click();
    await expect(steps.getByRole("region", { name: "Table of retries over time" })).toContainText("production");
    expectNow(await saved(page, "The retries over time as CSV")).toMatch(/\r\nproduction,.*,\d+,\d+,\d/);
    await heat.locator(".heat-cell:not(.gap)").first().click();
    await expect(page).toHaveURL(/\/runs\?.*env=production.*from=/);
  });

  test("stand two environments side by side, the greatest difference first", async ({ open }) => {
    const page = await open(PATH);
    const rows = page.locator("table.pairs tbody tr");
    await expect(rows.first().locator("td").first()).toHaveText("charge pay");
    await expect(rows.first().locator("td").last()).toHaveText("+300%");
    await expect(rows.last()).toContainText("look rarely");
    await expect(rows.last().locator("td").last()).toContainText("—");
  });
});

test("what is counted is in the address: runs that started, of another time", async ({ open }) => {
  const page = await open(PATH);
  await page.getByRole("button", { name: "that started" }).click();
  await expect(page).toHaveURL(`${url}${PATH}&basis=started`);
  await expect(page.getByText("No workflow is slower than usual.")).toBeVisible();
  await page.goto(`${PATH}&from=-7d`);
  await expect(
    page
      .getByRole("group", { name: /^Environments:/ })
      .locator(".matrix-cell")
      .nth(0),
  ).toContainText("93.2%");
});

test("without any run it says what to drop; a phone has all of it", async ({ open }) => {
  const page = await open("/analytics?service=nobody");
  await expect(page.getByText("No run ended here, last 24 h, where service is nobody.")).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await expect(page).toHaveURL(/\/overview/);
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  await expect(page).toHaveURL(/\/analytics/);
  const phone = await open(PATH, { width: 390 });
  await expect(phone.getByRole("group", { name: /^Workflows:/ })).toBeVisible();
  expectNow(await sideways(phone)).toBe(0);
});
