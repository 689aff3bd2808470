import { gzipSync } from "node:zlib";
import type { Page } from "playwright";
import { beforeAll, describe, expect as expectNow, inject } from "vitest";
import { expect, test } from "./parts";
import { MINUTE, Story } from "./parts/story";

const SERVICE = "states-of-pages";
const url = inject("weirUrl");

/** Every page and view that loads something of its own, and what it says could not be loaded. */
const PAGES = [
  ["/overview", "The overview"],
  ["/active", "What is active"],
  ["/runs", "The runs"],
  ["/runs?view=environments&env=production", "The comparison"],
  ["/failures", "The groups"],
  ["/failures?view=inbox", "The failures"],
  ["/failures?view=inbox&id=00000000-0000-0000-0000-000000000000.1", "The failures"],
  ["/failures?view=environments", "The comparison"],
  [`/runs/production/${SERVICE}/one`, "The run"],
  ["/stages", "The stages"],
  ["/stages/workflows?workflow=x&stage=y", "could not be loaded"],
  ["/sessions", "The sessions"],
  ["/sessions/one", "The session"],
  ["/signals", "could not be loaded"],
  ["/signatures", "The list"],
  ["/analytics", "could not be loaded"],
  ["/services", "The services"],
  ["/ingest", "The accounting"],
] as const;

/** What the shell needs to show any page at all. */
const SHELL = /\/api\/v1\/(meta|environments|services|stream|views)(\?|$)/;

beforeAll(() => new Story({ service: SERVICE, id: "one", name: "shown" }, MINUTE).started().completed().send(url));

const answering = (page: Page, with_: "nothing" | "an error") =>
  page.route(/\/api\/v1\//, async (route) => {
    const path = new URL(route.request().url()).pathname;
    const isShell = SHELL.test(path) && !(path.endsWith("/services") && page.url().includes("/services"));
    if (isShell) return route.fallback();
    if (with_ === "nothing") return;
    return route.fulfill({ status: 418, json: { code: "teapot", detail: "The server is a teapot." } });
  });

describe.for(PAGES)("%s", ([path, what]) => {
  test("says what could not be loaded and why, and nothing that is not known", async ({ open }) => {
    const page = await open("/no/such/page", { expected: /418/ });
    await answering(page, "an error");
    await page.goto(path);
    const alert = page.getByRole("alert").filter({ hasText: what }).first();
    await expect(alert).toContainText("could not be loaded");
    await expect(alert).toContainText("The server is a teapot.");
    await expect(page.locator("main")).not.toContainText(NOTHING);
  });

  test("shows that it is loading, and nothing that is not known", async ({ open }) => {
    const page = await open("/no/such/page");
    await answering(page, "nothing");
    await page.goto(path);
    await expect(page.locator("main [aria-busy=true]").first()).toBeAttached();
    await expect(page.locator("main")).not.toContainText(NOTHING);
  });
});

/** What an empty answer would say. */
const NOTHING =
  /No \w+ match|No failure|No run\b|Nothing needs you|Nothing runs|Nothing is|No event is parked|There is no/;

test("what is loaded before any page is at most 300 KB, compressed", async () => {
  const html = await (await fetch(url)).text();
  const files = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, file]) => file);
  expectNow(files.some((file) => file?.endsWith(".js"))).toBe(true);
  const sizes = await Promise.all(
    files.map(
      async (file) => gzipSync(new Uint8Array(await (await fetch(new URL(file ?? "", url))).arrayBuffer())).length,
    ),
  );
  expectNow(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(300 * 1_024);
});
