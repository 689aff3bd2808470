import type { Page } from "playwright";
import { beforeAll, describe, inject } from "vitest";
import { address, expect, test } from "./parts";
import { MINUTE, SECOND, Story, sendStories } from "./parts/story";

const A = "shell-a";
const B = "shell-b";
const HERE = `service=${A}&service=${B}`;
const url = inject("weirUrl");

beforeAll(() =>
  sendStories(url, [
    new Story({ service: A, id: "shell-prod", name: "proddy" }, 2 * MINUTE).started().works("one", SECOND).completed(),
    new Story({ env: "staging", service: A, id: "shell-stg", name: "stagy" }, 3 * MINUTE)
      .started()
      .works("one", SECOND)
      .completed(),
    new Story({ env: "development", service: B, id: "shell-dev", name: "devvy" }, 40 * MINUTE)
      .started()
      .works("one", SECOND)
      .completed(),
  ]),
);

const ids = (page: Page) => page.locator("table.runs tbody .run-link .mono");
const envs = (page: Page) => page.getByRole("group", { name: "Environments" });
const rail = (page: Page) => page.getByRole("navigation", { name: "Main", exact: true });
const theme = (page: Page) => page.locator("html");

describe("scope", () => {
  test("environments are switched off and on, alone with Shift, and each is a step back", async ({ open }) => {
    const page = await open(`/runs?${HERE}`);
    await expect(ids(page)).toHaveText(["shell-prod", "shell-stg", "shell-dev"]);
    await envs(page).getByRole("button", { name: "staging" }).click();
    await expect(ids(page)).toHaveText(["shell-prod", "shell-dev"]);
    await envs(page)
      .getByRole("button", { name: "development" })
      .click({ modifiers: ["Shift"] });
    await expect(ids(page)).toHaveText(["shell-dev"]);
    expect(address(page)).toBe(`/runs?${HERE}&env=development`);
    await page.goBack();
    await expect(ids(page)).toHaveText(["shell-prod", "shell-dev"]);
    await page.goBack();
    await expect(ids(page)).toHaveCount(3);
  });

  test("many environments become a menu", async ({ open }) => {
    const page = await open(`/runs?${HERE}&env=production&env=staging&env=lab&env=attic`);
    await expect(ids(page)).toHaveText(["shell-prod", "shell-stg"]);
    await page.getByRole("button", { name: "Environments" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "production" }).click();
    await expect(ids(page)).toHaveText(["shell-stg"]);
  });

  test("services are chosen in a menu and go along to other pages", async ({ open }) => {
    const page = await open("/runs");
    await page.getByRole("button", { name: "Services: All services" }).click();
    await page.getByRole("dialog").getByRole("button", { name: B }).click();
    await page.keyboard.press("Escape");
    await expect(ids(page)).toHaveText(["shell-dev"]);
    await rail(page).getByRole("link", { name: "Ingest" }).click();
    await expect(page).toHaveURL(`${url}/ingest?service=${B}`);
    await page.keyboard.press("g");
    await page.keyboard.press("r");
    await expect(page).toHaveURL(`${url}/runs?service=${B}`);
    await expect(ids(page)).toHaveText(["shell-dev"]);
  });

  test("a time range limits what is shown, and survives a reload", async ({ open }) => {
    const page = await open(`/runs?${HERE}`);
    await page.getByRole("button", { name: "Time: Last 24 h" }).click();
    await page.getByRole("button", { name: "Last 15 min" }).click();
    await expect(ids(page)).toHaveText(["shell-prod", "shell-stg"]);
    await page.reload();
    await expect(ids(page)).toHaveText(["shell-prod", "shell-stg"]);
    await expect(page.getByRole("button", { name: "Time: Last 15 min" })).toBeVisible();
  });

  test("an own range must not end before it begins", async ({ open }) => {
    const page = await open(`/runs?${HERE}`);
    await page.getByRole("button", { name: /^Time:/ }).click();
    await page.getByLabel("From").fill("2026-01-02T00:00");
    await page.getByLabel("To, or until now").fill("2026-01-01T00:00");
    await expect(page.getByText("The end lies before the beginning.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Show this range" })).toBeDisabled();
    await page.getByLabel("To, or until now").fill("2026-01-03T00:00");
    await page.getByRole("button", { name: "Show this range" }).click();
    await expect(page.getByText("No run matches.")).toBeVisible();
    expect(address(page)).toBe(`/runs?${HERE}&from=2026-01-02T00:00:00.000Z&to=2026-01-03T00:00:00.000Z`);
  });
});

describe("time", () => {
  test("is shown in the zone that one chooses", async ({ open }) => {
    const page = await open(`/runs?${HERE}`);
    const moment = page.locator("table.runs tbody time").first();
    const utc = await moment.innerText();
    await page.getByRole("button", { name: /^Time:/ }).click();
    await page.getByLabel("Another").selectOption("Asia/Tokyo");
    await expect(page).toHaveURL(/tz=Asia\/Tokyo/);
    await expect(moment).not.toHaveText(utc);
    const at = new Date((await moment.getAttribute("datetime")) ?? "");
    const there = at.toLocaleTimeString("en-GB", { timeZone: "Asia/Tokyo", hour: "2-digit", minute: "2-digit" });
    await expect(moment).toContainText(there);
  });

  test("is exact or from now, as one prefers, also tomorrow", async ({ open }) => {
    const page = await open(`/runs?${HERE}`);
    await page.getByRole("button", { name: /^Time:/ }).click();
    await page.getByRole("button", { name: "8 min ago" }).click();
    const moment = page.locator("table.runs tbody time").first();
    await expect(moment).toHaveText(/^\d+ (s|min) ago$/);
    await expect(moment).toHaveAttribute("title", / UTC$/);
    await page.reload();
    await expect(moment).toHaveText(/^\d+ (s|min) ago$/);
  });
});

describe("palette", () => {
  test("finds a run by its id and opens it", async ({ open }) => {
    const page = await open("/active");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("shell-stg");
    await expect(page.getByRole("option", { name: /stagy shell-stg/ })).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/runs/staging/${A}/shell-stg(\\?|$)`));
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("has what is typed before its field is there, and the page below hears nothing of it", async ({ open }) => {
    const page = await open("/runs");
    await expect(page.locator("table.runs tbody tr").first()).toBeVisible();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("jx shell-stg");
    await expect(page.getByRole("combobox")).toHaveValue("jx shell-stg");
    await page.keyboard.press("Escape");
    await expect(page.locator("table.runs tr.cursor, table.runs input:checked")).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox")).toHaveValue("");
  });

  test("takes filters, goes to pages, and does things", async ({ open }) => {
    const page = await open("/ingest");
    await rail(page)
      .getByRole("button", { name: /Search or jump/ })
      .click();
    await page.getByRole("combobox").fill(`env:dev service:${B}`);
    await page.getByRole("option", { name: /^All runs for/ }).click();
    await expect(page).toHaveURL(`${url}/runs?env=development&service=${B}`);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("dark");
    await page.getByRole("option", { name: "Use the dark theme" }).click();
    await expect(theme(page)).toHaveAttribute("data-theme", "dark");
    await page.keyboard.press("Control+k");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});

test("help lists the shortcuts of the page", async ({ open }) => {
  const page = await open("/runs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Runs");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Shortcuts" });
  for (const words of ["Search or jump", "Next row", "Filter by this value", "Ingest"])
    await expect(help).toContainText(words);
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
});

test("the theme follows the system until one chooses, and is remembered", async ({ open }) => {
  const page = await open("/runs");
  await expect(theme(page)).toHaveAttribute("data-theme", "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(theme(page)).toHaveAttribute("data-theme", "dark");
  await rail(page).getByRole("button", { name: /Theme/ }).click();
  await expect(theme(page)).toHaveAttribute("data-theme", "light");
  await page.reload();
  await expect(theme(page)).toHaveAttribute("data-theme", "light");
});

test("live changes can be held and let go", async ({ open }) => {
  const service = "shell-live";
  const story = new Story({ service, id: "held", name: "watched" }, MINUTE).started().begins("one");
  await story.send(url);
  const page = await open(`/runs?service=${service}`);
  await page.getByRole("button", { name: /^Live/ }).click();
  await expect(page.getByRole("button", { name: /^Paused/ })).toBeVisible();
  await story.ends("one", SECOND).begins("two").send(url);
  await expect(page.getByRole("button", { name: /1 change waits/ })).toBeVisible();
  await expect(page.locator("table.runs")).toContainText("at one");
  await page.getByRole("button", { name: /^Paused/ }).click();
  await expect(page.locator("table.runs")).toContainText("at two");
});

test("that live updates are lost stays said until they are back, whatever is clicked", async ({ open }) => {
  const page = await open(`/runs?service=${A}`, { expected: /ERR_FAILED/ });
  await expect(page.locator(".live.live")).toBeVisible();
  await page.route("**/api/v1/stream*", (route) => route.abort());
  await page.clock.install();
  await page.goto(`/runs?service=${A}`);
  const mark = page.getByRole("button", { name: /^Live updates lost/ });
  // The next attempt waits for the page's clock, and how the one before ended is told when the browser comes to it.
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(mark).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await mark.click();
  await page.clock.runFor(1_000);
  await expect(mark).toBeVisible();
  await expect(page.getByText(/^Live updates lost since .*\./)).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await mark.click();
  await expect(page.locator(".live.live")).toBeVisible();
  await expect(page.getByText(/^Live updates lost/)).toHaveCount(0);
});

test("scope and zone are kept on the way into a run and out of it", async ({ open }) => {
  const page = await open(`/runs?service=${A}&env=production&from=-7d&tz=Asia/Tokyo`);
  await page.locator("table.runs .run-link").first().click();
  await expect(page).toHaveURL(new RegExp(`/runs/production/${A}/`));
  await expect(page.getByRole("button", { name: "Time: This run" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Services:/ })).toHaveCount(0);
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await expect(page).toHaveURL(`${url}/active?env=production&service=${A}&from=-7d&tz=Asia/Tokyo`);
  await page.goBack();
  await page.locator(".crumb").getByRole("link", { name: "Runs" }).click();
  await expect(page).toHaveURL(`${url}/runs?env=production&service=${A}&from=-7d&tz=Asia/Tokyo`);
});

test("a phone says which services the page is limited to, and drops them", async ({ open }) => {
  const page = await open(`/runs?service=${A}`, { width: 390 });
  const chips = page.getByRole("list", { name: "Services" });
  await expect(chips).toContainText(A);
  await chips.getByRole("button", { name: `Remove service is ${A}` }).click();
  await expect(page).toHaveURL(`${url}/runs`);
  await expect(chips).toHaveCount(0);
});

test("the palette says that it could not search", async ({ open }) => {
  const page = await open("/runs", { expected: /418/ });
  await page.route(/\/api\/v1\/workflows\?.*q=zzz/, (route) =>
    route.fulfill({ status: 418, json: { code: "teapot", detail: "The server is a teapot." } }),
  );
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("zzz");
  await expect(page.getByRole("dialog")).toContainText("Runs could not be searched: The server is a teapot.");
  await expect(page.getByText("Nothing by this name.")).toHaveCount(0);
});

test("a new service is offered as soon as it is heard of", async ({ open }) => {
  const page = await open("/ingest");
  await expect(page.locator(".live.live")).toBeVisible();
  await page.getByRole("button", { name: /^Services:/ }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: A })).toBeVisible();
  await new Story({ service: "shell-newcomer", id: "hello", name: "hello" }, 0).started().send(url);
  await expect(page.getByRole("dialog").getByRole("button", { name: "shell-newcomer" })).toBeVisible();
});

test("an address without a page says so, and leads on", async ({ open }) => {
  const page = await open("/no/such/page");
  await expect(page.getByText("There is no page at this address.")).toBeVisible();
  await expect(page).toHaveTitle("No such page · Weir");
  await page.getByRole("link", { name: "All runs" }).click();
  await expect(page).toHaveURL(`${url}/runs`);
  await page.goBack();
  await expect(page.getByText("There is no page at this address.")).toBeVisible();
});

test("the bare address is the first page", async ({ open }) => {
  const page = await open(`/?service=${A}`);
  await expect(page).toHaveURL(`${url}/overview?service=${A}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
});

test("the first Tab skips to the content", async ({ open }) => {
  const page = await open("/ingest");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ingest");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
});

test("on a phone, the pages are at the bottom and the rest behind More", async ({ open }) => {
  const page = await open(`/runs?${HERE}`, { width: 390 });
  const bar = page.getByRole("navigation", { name: "Main, small" });
  await bar.getByRole("link", { name: "Active" }).click();
  await expect(page).toHaveURL(`${url}/active?${HERE}`);
  await bar.getByRole("button", { name: "More" }).click();
  await page.getByRole("dialog", { name: "More" }).getByRole("button", { name: "Dark" }).click();
  await expect(theme(page)).toHaveAttribute("data-theme", "dark");
});
