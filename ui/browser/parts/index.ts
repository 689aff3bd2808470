import AxeBuilder from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "playwright";
import { expect as expectInPage } from "playwright/test";
import { expect as expectNow, inject, test as plain } from "vitest";
import { launchBrowser } from "./browser";

/** Waits for what a page shows; a busy machine may take its time. */
export const expect = expectInPage.configure({ timeout: 8_000 });

export interface Look {
  width?: number;
  /** messages of the browser's console that belong to what is tested */
  expected?: RegExp;
  /** another server than the one for all */
  url?: string;
}

export type Open = (path: string, look?: Look) => Promise<Page>;

/**
 * `open` gives a fresh browser profile at a path. Whatever it opened must not have complained on the console, nor asked
 * another server for anything.
 */
export const test = plain
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing
  .extend("browser", { scope: "worker" }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await launchBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above
  .extend("url", { scope: "file" }, async ({}): Promise<string> => inject("weirUrl"))
  .extend("open", async ({ browser, url }, { onCleanup }): Promise<Open> => {
    const contexts: BrowserContext[] = [];
    const complaints: string[] = [];
    onCleanup(async () => {
      for (const context of contexts) await context.close();
      expectNow(complaints).toEqual([]);
    });
    return async (path, look = {}) => {
      const context = await browser.newContext({
        baseURL: look.url ?? url,
        viewport: { width: look.width ?? 1280, height: 800 },
        locale: "en-GB",
        timezoneId: "UTC",
        reducedMotion: "reduce",
        colorScheme: "light",
        permissions: ["clipboard-read", "clipboard-write"],
      });
      contexts.push(context);
      watch(context, look, look.url ?? url, complaints);
      const page = await context.newPage();
      await page.goto(path);
      // A page that has its title also listens to keys.
      await page.locator("h1 bdi:not(:empty)").waitFor({ state: "attached" });
      return page;
    };
  });

function watch(context: BrowserContext, { expected }: Look, url: string, complaints: string[]): void {
  context.on("console", (message) => {
    if (message.type() === "error" && !expected?.test(message.text())) complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.on("request", (request) => {
    const asked = new URL(request.url());
    const local = asked.protocol === "data:" || asked.protocol === "blob:" || asked.href === "about:blank";
    if (!local && asked.origin !== url) complaints.push(`asked ${asked.origin} for ${asked.pathname}`);
  });
}

/** Each violation in one line, with where it is. */
export async function violations(page: Page): Promise<string[]> {
  // There are no frames to gather from, and nothing but violations is of interest: this halves the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"], preload: false });
  const { violations: found } = await axe.analyze();
  return found.map((one) => `${one.id} at ${one.nodes.map((node) => node.target.join(" ")).join(" and ")}`);
}

/** How far the page can be scrolled sideways, in pixels: it should not be possible at all. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * From the acknowledgement of events until the screen shows them. The promise of a second is held by the tests of live
 * updates, over some changes; one change on a busy machine is only said, and what fails is what does not come at all.
 */
export async function measureLive(what: string, send: () => Promise<void>, shown: () => Promise<void>): Promise<void> {
  await send();
  const acknowledged = performance.now();
  await shown();
  console.info(`live: ${what} after ${Math.round(performance.now() - acknowledged)} ms`);
}

/** The part of the address behind the host, as people would share it. */
export const address = (page: Page): string => page.url().slice(new URL(page.url()).origin.length);
