import { mkdir } from "node:fs/promises";
import type { Browser, Page } from "playwright";
import { expect } from "playwright/test";
import { afterAll, beforeAll, test } from "vitest";
import { launchBrowser } from "../parts/browser";
import { startWeir, type Weir } from "../parts/weir";

const PICTURES = new URL("../../../docs/pictures/", import.meta.url).pathname;
/** Enough has happened when runs have failed, wait for another attempt, and sleep. */
const LIVELY_MS = 90_000;

let weir: Weir;
let browser: Browser;
beforeAll(async () => {
  await mkdir(PICTURES, { recursive: true });
  [weir, browser] = await Promise.all([startWeir(["--demo"]), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await weir?.stop();
});

async function open(path: string, look: { dark?: boolean; width?: number; height?: number } = {}): Promise<Page> {
  const page = await browser.newPage({
    baseURL: weir.url,
    viewport: { width: look.width ?? 1280, height: look.height ?? 800 },
    locale: "en-GB",
    timezoneId: "UTC",
    colorScheme: look.dark ? "dark" : "light",
    reducedMotion: "reduce",
  });
  await page.goto(path);
  return page;
}

async function take(page: Page, name: string): Promise<void> {
  await expect(page.locator(".live.live")).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => null));
  await page.screenshot({ path: `${PICTURES}${name}.png` });
  await page.close();
}

async function waitUntilLively(): Promise<void> {
  const lively = async (question: string) => {
    const answer = await fetch(`${weir.url}/api/v1/workflows?${question}&limit=10`);
    return ((await answer.json()) as { items: unknown[] }).items.length;
  };
  for (const question of ["status=failed", "health=waiting", "health=ok"]) {
    await expect.poll(() => lively(question), { timeout: LIVELY_MS }).toBeGreaterThanOrEqual(3);
  }
}

/** The failed run with the most to see: one that was tried several times. */
async function tellingRun(): Promise<string> {
  const answer = await fetch(`${weir.url}/api/v1/workflows?status=failed&limit=200`);
  const { items } = (await answer.json()) as {
    items: { env: string; serviceKey: string; workflowId: string; errorAttempt: number | null; stepCount: number }[];
  };
  const telling = items.sort((a, b) => (b.errorAttempt ?? 0) - (a.errorAttempt ?? 0) || b.stepCount - a.stepCount)[0];
  if (telling === undefined) throw new Error("The demonstration has no failed run.");
  return `/runs/${[telling.env, telling.serviceKey, telling.workflowId].map(encodeURIComponent).join("/")}`;
}

/** The session with the most to see: one that went from one orchestrator to another, with new parameters. */
async function tellingSession(): Promise<string> {
  const answer = await fetch(`${weir.url}/api/v1/sessions?swapped=true&outcome=success&activity=closed&limit=200`);
  const { items } = (await answer.json()) as {
    items: { workflowSessionId: string; swapCount: number; segmentCount: number; parameterUpdateCount: number }[];
  };
  const much = (one: (typeof items)[number]) => 10 * one.swapCount * one.segmentCount + one.parameterUpdateCount;
  const telling = items.sort((a, b) => much(b) - much(a))[0];
  if (telling === undefined) throw new Error("The demonstration has no session with a swap.");
  return `/sessions/${encodeURIComponent(telling.workflowSessionId)}`;
}

test("pictures", async () => {
  await waitUntilLively();
  const runs = await open("/runs");
  await expect(runs.locator(".run-link").nth(15)).toBeVisible();
  // The first question ever put to a server that has just been started is no picture of it.
  await runs.reload();
  await expect(runs.locator(".run-link").nth(15)).toBeVisible();
  await take(runs, "runs");

  const run = await open(await tellingRun(), { dark: true });
  await expect(run.locator(".tl-plot")).toBeVisible();
  await take(run, "run");

  const active = await open("/active");
  await expect(active.locator(".card").nth(8)).toBeVisible();
  await take(active, "active");

  const overview = await open("/");
  await expect(overview.locator(".attention-what").first()).toBeVisible();
  await expect(overview.locator(".service-cell").first()).toBeVisible();
  await take(overview, "overview");

  const analytics = await open("/analytics", { dark: true, height: 920 });
  await expect(analytics.locator(".matrix-cell").first()).toBeVisible();
  await expect(analytics.locator(".histogram-link").first()).toBeVisible();
  await take(analytics, "analytics");

  const failures = await open("/failures");
  await expect(failures.locator(".rate-chart .plot-line").first()).toBeAttached();
  await failures.locator(".failure-link").nth(1).click();
  await expect(failures.locator(".failure-newest li").first()).toBeVisible();
  await take(failures, "failures");

  const stages = await open("/stages?service=studio&env=production");
  await expect(stages.locator(".flight").nth(10)).toBeVisible();
  await expect(stages.locator("table.figures .spark-bars").nth(4)).toBeVisible();
  await take(stages, "stages");

  const session = await open(await tellingSession(), { dark: true, height: 920 });
  await expect(session.locator(".fps-line").first()).toBeVisible();
  await take(session, "session");

  const phone = await open("/active", { width: 390, height: 800 });
  await expect(phone.locator(".card").nth(2)).toBeVisible();
  await take(phone, "phone");
});
