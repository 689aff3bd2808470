import type { Page } from "playwright";
import { beforeAll, inject } from "vitest";
import { address, expect, test } from "./parts";
import { HOUR, MINUTE, SECOND, Story, sendStories } from "./parts/story";

const SERVICE = "behind-studio";
const url = inject("weirUrl");
const title = (id: string, ago: number, name = "publishTitle") => new Story({ service: SERVICE, id, name }, ago);

/** One that is sent back twice, one that is late and open, one that went smoothly, and a run with steps. */
beforeAll(() =>
  sendStories(url, [
    title("b-smooth", 5 * HOUR)
      .passes("ingest", 10 * MINUTE)
      .passes("qc", 30 * MINUTE, { allowed: HOUR }),
    title("b-again", 8 * HOUR)
      .passes("ingest", 10 * MINUTE)
      .passes("qc", 90 * MINUTE, { allowed: HOUR })
      .passes("ingest", 10 * MINUTE)
      .passes("qc", 20 * MINUTE)
      .passes("ingest", 10 * MINUTE)
      .passes("qc", 20 * MINUTE),
    title("b-late", 3 * HOUR)
      .passes("ingest", 10 * MINUTE)
      .enters("qc", -HOUR),
    title("b-old", 50 * HOUR, "scanFilm").enters("ingest", -HOUR),
    title("b-cut", HOUR, "cutTrailer")
      .started()
      .works("cut", 2 * SECOND)
      .completed(),
  ]),
);

const STAGES = `/stages?service=${SERVICE}`;
const PATH = `/stages/workflows?service=${SERVICE}`;
const rows = (page: Page) => page.locator("table.behind tbody tr");
const runs = (page: Page) => page.locator(".behind-run");
const heading = (page: Page) => page.locator(".stage-workflows h2").first();

/** Opens the page on stages, follows a link on it, and finds these workflows behind it. */
async function follow(page: Page, link: ReturnType<Page["locator"]>, what: string, found: string[]) {
  await page.goto(STAGES);
  await link.click({ timeout: 8_000 });
  await expect(page).toHaveURL(`${url}/stages/workflows?service=${SERVICE}${what}`);
  await expect(runs(page)).toHaveText(found.map((id) => `publishTitle ${id}`));
}

test("the map: what came, what waits, what is late, and the ways on and back", async ({ open }) => {
  const page = await open(STAGES);
  const qc = page.getByRole("region", { name: "qc", exact: true });
  await follow(page, qc.getByRole("link", { name: "qc", exact: true }), "&stage=qc", ["b-late", "b-smooth", "b-again"]);
  await expect(heading(page)).toHaveText("qc: 3 workflows, last 24 h");
  await follow(page, qc.getByRole("link", { name: "in flight" }), "&from=all&stage=qc&is=open-now", ["b-late"]);
  await follow(page, qc.getByRole("link", { name: "1 past SLA" }), "&from=all&stage=qc&is=overdue", ["b-late"]);
  await follow(page, qc.getByRole("link", { name: "1 of 2" }), "&stage=qc&is=missed", ["b-again"]);
  await follow(page, page.locator(".flow-step").first(), "&stage=qc&fromStage=ingest&back=false", [
    "b-late",
    "b-smooth",
    "b-again",
  ]);
  await expect(page.locator(".section-head")).toContainText("The way was taken 5 times.");
  await follow(page, page.locator(".arc-label"), "&stage=ingest&fromStage=qc&back=true", ["b-again"]);
  await expect(heading(page)).toHaveText("ingest: 1 workflow sent back from qc, last 24 h");
});

test("figures: a percentile opens those that took as long or longer, a bar those that are in it", async ({ open }) => {
  const page = await open(STAGES);
  const qc = page
    .locator("table.figures tbody tr", { has: page.locator("td:first-child", { hasText: "qc" }) })
    .locator("td");
  await follow(page, qc.nth(1).getByRole("link"), "&stage=qc&figure=first-pass", ["b-smooth", "b-again"]);
  await follow(page, qc.nth(4).getByRole("link"), "&stage=qc&figure=first-pass&atLeastMs=5364000", ["b-again"]);
  await follow(page, qc.nth(10).getByRole("link"), "&stage=qc&figure=late&atLeastMs=1800000", ["b-again"]);
  await follow(page, qc.nth(11).getByRole("link"), "&stage=qc&is=started", ["b-late", "b-smooth", "b-again"]);

  await page.goto(`${STAGES}&shown=qc&pass=each`);
  const bars = page.getByRole("group", { name: /^Each pass of qc/ }).getByRole("link");
  await expect(bars).toHaveCount(3);
  await bars.first().focus();
  await page.keyboard.press("Enter");
  await expect(runs(page)).toHaveText(["publishTitle b-again"]);
  await expect(page.locator(".section-head")).toContainText("They have 2 such passes.");
});

test("rework and paths", async ({ open }) => {
  const page = await open(STAGES);
  const again = page.locator(".stages-rework").getByRole("link", { name: "4 passes again" });
  await follow(page, again, "&is=reworked", ["b-again", "b-again"]);
  await expect(page.locator(".section-head")).toContainText("They were started again 4 times.");
  await expect(rows(page).locator("td:nth-child(5)")).toHaveText(["qc", "ingest"]);

  await page.goto(STAGES);
  const longest = page.locator("table.paths tbody tr").filter({ has: page.locator(".again") });
  await longest.locator("td").nth(1).getByRole("link").click();
  await expect(runs(page)).toHaveText(["publishTitle b-again"]);
  await expect(heading(page)).toHaveText("1 workflow that took this path, last 24 h");
  await page.goto(STAGES);
  await page.locator(".stages-paths .section-head").getByRole("link", { name: "3 workflows" }).click();
  await expect(runs(page)).toHaveCount(3);
});

test("what is open is found whenever it began", async ({ open }) => {
  const page = await open(STAGES);
  await page.locator(".stages-sentence").getByRole("link", { name: "2 stages are past their due time" }).click();
  await expect(runs(page)).toHaveText(["publishTitle b-late", "scanFilm b-old"]);
  await expect(rows(page).first()).toContainText("Overdue");
});

test("a line says when it began and ended, its passes, and what it was held to", async ({ open }) => {
  const page = await open(`${PATH}&stage=qc&is=missed`);
  const cells = rows(page).locator("td");
  await expect(cells.nth(0)).toHaveText("Completed");
  await expect(cells.nth(3)).toHaveText(SERVICE);
  await expect(cells.nth(6)).toHaveText("3");
  await expect(cells.nth(7)).toHaveText("1 h 30 m");
  await expect(cells.nth(8)).toHaveText("2 h 10 m");
  await expect(cells.nth(10)).toHaveText("30 m 00 s");
});

test("J and K walk the lines, Enter opens the run, and the back button comes back", async ({ open }) => {
  const page = await open(`${PATH}&stage=qc`);
  await expect(runs(page)).toHaveCount(3);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(runs(page).nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/runs/production/${SERVICE}/b-smooth(\\?|$)`));
  await page.goBack();
  await expect(runs(page)).toHaveCount(3);
});

test("filters can be dropped one by one, and the path leads back to the stages of the same scope", async ({ open }) => {
  const page = await open(`${PATH}&workflow=publishTitle&stage=qc&is=missed`);
  await expect(runs(page)).toHaveCount(1);
  await page.getByRole("button", { name: /^Remove number/ }).click();
  await expect(runs(page)).toHaveCount(3);
  await page.getByRole("button", { name: /^Remove.*stage/ }).click();
  await expect(runs(page)).toHaveCount(6);
  expect(address(page)).toBe(`${PATH}&workflow=publishTitle`);
  await page.locator(".crumb").getByRole("link", { name: "Stages" }).click();
  await expect(page).toHaveURL(`${url}${STAGES}&workflow=publishTitle`);
});

test("steps of runs are listed in the same way, without due times", async ({ open }) => {
  const page = await open(`${PATH}&source=step`);
  await expect(runs(page)).toHaveText(["cutTrailer b-cut"]);
  await expect(page.locator("table.behind th", { hasText: "Due" })).toHaveCount(0);
  await page.getByRole("button", { name: /^Remove.*source/ }).click();
  await expect(runs(page)).toHaveCount(6);
});

test("a list that is longer than a page goes on", async ({ open }) => {
  const service = "behind-many";
  const many = Array.from({ length: 130 }, (_, n) =>
    new Story({ service, id: `m-${n}`, name: "many" }, HOUR - n * SECOND).passes("only", SECOND),
  );
  await sendStories(url, many);
  const page = await open(`/stages/workflows?service=${service}`);
  await expect(heading(page)).toHaveText("130 stages, last 24 h");
  await expect(runs(page)).toHaveCount(100);
  await page.getByRole("button", { name: "Show older ones" }).click();
  await expect(runs(page)).toHaveCount(130);
  await expect(runs(page).last()).toHaveText("many m-0");
  await expect(page.getByRole("button", { name: "Show older ones" })).toHaveCount(0);
});
