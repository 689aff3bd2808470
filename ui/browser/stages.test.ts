import type { Page } from "playwright";
import { beforeAll, inject } from "vitest";
import { expect, measureLive, test } from "./parts";
import { HOUR, MINUTE, SECOND, Story, sendStories } from "./parts/story";

const SERVICE = "stages-studio";
const url = inject("weirUrl");
const title = (id: string, ago: number, env = "production", name = "publishTitle") =>
  new Story({ env, service: SERVICE, id, name }, ago);

/** Five titles of one workflow, of which two come back to transcode, and one of another workflow. */
beforeAll(() =>
  sendStories(url, [
    title("t-smooth", 5 * HOUR)
      .passes("ingest", 10 * MINUTE)
      .passes("transcode", 20 * MINUTE)
      .passes("qc", 30 * MINUTE)
      .passes("publish", 5 * MINUTE),
    title("t-again", 8 * HOUR)
      .passes("ingest", 10 * MINUTE)
      .passes("transcode", 20 * MINUTE)
      .passes("qc", 90 * MINUTE, { allowed: HOUR, rest: 10 * MINUTE })
      .passes("transcode", 20 * MINUTE)
      .passes("qc", 20 * MINUTE)
      .passes("publish", 5 * MINUTE),
    title("t-fresh", 40 * MINUTE)
      .passes("ingest", 10 * MINUTE)
      .enters("transcode", 2 * HOUR),
    title("t-late", 3 * HOUR)
      .passes("ingest", 10 * MINUTE)
      .passes("transcode", 20 * MINUTE)
      .enters("qc", -HOUR),
    title("t-back", 2 * HOUR)
      .passes("ingest", 10 * MINUTE)
      .passes("transcode", 20 * MINUTE)
      .passes("qc", 10 * MINUTE)
      .enters("transcode", 30 * MINUTE),
    title("t-film", 30 * MINUTE, "staging", "scanFilm").enters("ingest"),
    title("t-cut", HOUR, "production", "cutTrailer")
      .started()
      .works("cut", 2 * SECOND)
      .works("mix", 4 * SECOND)
      .completed(),
  ]),
);

const PATH = `/stages?service=${SERVICE}`;
const stage = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const flights = (page: Page, name: string) => page.getByRole("region", { name: `In ${name}`, exact: true });
const ids = (page: Page, name: string) => flights(page, name).locator(".flight .mono");
const line = (page: Page, table: string, name: string) =>
  page.locator(`table.${table} tbody tr`, { has: page.locator("td:first-child", { hasText: name }) }).locator("td");

test("finds the stages, their order and the ways between them in the events", async ({ open }) => {
  const page = await open(PATH);
  await expect(page.locator(".flow-node .strong")).toHaveText(["ingest", "transcode", "qc", "publish"]);
  await expect(page.locator(".step-count")).toHaveText(["To transcode: 5", "To qc: 5", "To publish: 2"]);
  await expect(page.locator(".step-wait")).toHaveText(["waits 5 m", "waits 5 m", "waits 5 m"]);
  await expect(page.locator(".arc-label")).toHaveText("2 sent back from qc to transcode, 2 of 5");
  await expect(page.locator(".flow-head")).toContainText("6 workflows began, last 24 h.");
  await expect(page.locator(".stages-sentence")).toContainText("1 stage is past its due time, by 60 min. 4 stages");
  await expect(page.locator(".flow-node.late")).toHaveCount(1);
  await expect(stage(page, "qc")).toContainText("1 past SLA");
  await expect(stage(page, "transcode")).toContainText("within SLA");
});

test("the map can be read as a table", async ({ open }) => {
  const page = await open(PATH);
  await page.getByRole("button", { name: "As table" }).click();
  await expect(page).toHaveURL(`${url}${PATH}&map=table`);
  const rows = page.getByRole("table", { name: "Ways between stages" }).locator("tbody tr");
  await expect(rows).toHaveText([
    "ingesttranscodegoes on55 of 65 m 00 s5 m 00 s",
    "transcodeqcgoes on55 of 75 m 00 s5 m 00 s",
    "qcpublishgoes on22 of 55 m 00 s5 m 00 s",
    "qctranscodesent back22 of 57 m 30 s9 m 30 s",
  ]);
});

test("under each stage stands what is in it, the most urgent first", async ({ open }) => {
  const page = await open(PATH);
  await expect(ids(page, "ingest")).toHaveText(["t-film"]);
  await expect(ids(page, "transcode")).toHaveText(["t-back", "t-fresh"]);
  await expect(ids(page, "qc")).toHaveText(["t-late"]);
  await expect(flights(page, "publish")).toContainText("nothing in it");
  await expect(flights(page, "qc").locator(".flight-due")).toHaveText(/^1:0\d:\d\d late$/);
  const back = flights(page, "transcode").locator(".flight").first();
  await expect(back).toContainText(/(30:00|2\d:\d\d) left/);
  await expect(back).toContainText("2nd pass");
  const before = await flights(page, "qc").locator(".flight-due").innerText();
  await expect(flights(page, "qc").locator(".flight-due")).not.toHaveText(before);

  await page.getByRole("button", { name: "Never completed" }).click();
  await expect(ids(page, "transcode")).toHaveText(["t-fresh"]);
  await expect(page).toHaveURL(`${url}${PATH}&meaning=never-completed`);
});

test("what is open stays in sight whenever it began; figures are of the range", async ({ open }) => {
  const page = await open(`${PATH}&from=-15m`);
  await expect(ids(page, "qc")).toHaveText(["t-late"]);
  await expect(line(page, "figures", "qc").nth(8)).toHaveText("1");
  await expect(line(page, "figures", "qc").nth(2)).toHaveText("—");
});

test("a card opens its run, and the back button comes back", async ({ open }) => {
  const page = await open(PATH);
  await flights(page, "qc").getByRole("link", { name: "t-late" }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/production/${SERVICE}/t-late(\\?|$)`));
  await expect(page.locator(".run-header")).toContainText("t-late");
  await page.goBack();
  await expect(ids(page, "qc")).toHaveText(["t-late"]);
});

test("cycle time of first passes, each pass and the whole span, beside what was in time", async ({ open }) => {
  const page = await open(PATH);
  const qc = line(page, "figures", "qc");
  await expect(qc).toHaveText([
    "qc",
    "3",
    "30 m 00 s",
    "1 h 18 m",
    "1 h 29 m",
    "",
    "2",
    "1",
    "1",
    "1 of 3",
    "30 m 00 s",
    "1.25",
  ]);
  await expect(line(page, "figures", "ingest")).toHaveText([
    "ingest",
    "5",
    "10 m 00 s",
    "10 m 00 s",
    "10 m 00 s",
    "",
    "5",
    "0",
    "0",
    "0 of 5",
    "—",
    "1.00",
  ]);
  await page.getByRole("button", { name: "Each pass" }).click();
  await expect(qc.nth(1)).toHaveText("4");
  await expect(qc.nth(2)).toHaveText("25 m 00 s");
  await page.getByRole("button", { name: "Whole span" }).click();
  await expect(qc.nth(1)).toHaveText("3");
  await expect(qc.nth(4)).toHaveText("2 h 23 m");
  await expect(page).toHaveURL(`${url}${PATH}&pass=span`);
});

test("a distribution can be opened, and read as a table", async ({ open }) => {
  const page = await open(PATH);
  await page.getByRole("button", { name: "Distribution of qc: open" }).click();
  await expect(page).toHaveURL(`${url}${PATH}&shown=qc`);
  const plot = page.getByRole("group", { name: /^First pass of qc/ });
  await expect(plot.getByRole("link")).toHaveCount(3);
  await page.getByText("As table").last().click();
  await expect(page.locator(".distribution-table tbody tr")).toHaveCount(3);
  await expect(page.locator(".distribution-table tbody")).toContainText("1 of 3");
  await page.reload();
  await expect(plot.getByRole("link")).toHaveCount(3);
});

test("rework: what is done again, who sends it back, and whom it hits most", async ({ open }) => {
  const page = await open(PATH);
  await expect(page.locator(".stages-rework .section-head")).toContainText("3 passes again");
  await expect(line(page, "loops", "transcode")).toHaveText(["transcode", "2 of 5", "2", "1 h 40 m", "20%"]);
  await expect(line(page, "loops", "qc")).toHaveText(["qc", "1 of 4", "1", "2 h 30 m", "13%"]);
  await expect(page.locator("table.sent-back tbody tr")).toHaveText(["qc to transcode22 of 57 m 30 s"]);
  const worst = page.locator("table.worst tbody tr");
  await expect(worst).toHaveCount(3);
  await expect(worst.first()).toContainText("t-again");
  await worst.last().getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/runs/production/${SERVICE}/t-back(\\?|$)`));
});

test("paths with their share; a stage done again is marked", async ({ open }) => {
  const page = await open(PATH);
  await expect(page.locator(".stages-paths .section-head")).toContainText("6 seen, of 6 workflows");
  const again = page.locator("table.paths tbody tr", { hasText: "publish" }).filter({ has: page.locator(".again") });
  await expect(again.locator(".path li")).toHaveText([
    "ingest",
    "transcode",
    "qc",
    "transcode again",
    "qc again",
    "publish",
  ]);
  await expect(again.locator("td.number")).toHaveText(["1", "1 of 6", "0", "3 h 15 m", "3 h 15 m"]);
});

test("tables are sorted by their heads, each for itself, in the address, and by keyboard", async ({ open }) => {
  const page = await open(PATH);
  const names = (table: string) => page.locator(`table.${table} tbody tr td:first-child`);
  const head = (table: string, name: string) =>
    page.locator(`table.${table}`).getByRole("columnheader", { name, exact: true });
  await expect(names("figures")).toHaveText(["ingest", "transcode", "qc", "publish"]);
  await head("figures", "p50").getByRole("button").click();
  await expect(names("figures")).toHaveText(["qc", "transcode", "ingest", "publish"]);
  await expect(head("figures", "p50")).toHaveAttribute("aria-sort", "descending");
  await page.keyboard.press("Enter");
  await expect(names("figures")).toHaveText(["publish", "ingest", "transcode", "qc"]);
  await expect(page).toHaveURL(`${url}${PATH}&sort=p50.asc`);
  await head("loops", "Stage").getByRole("button").click();
  await expect(names("loops")).toHaveText(["ingest", "publish", "qc", "transcode"]);
  await head("worst", "Time again").getByRole("button").click();
  await head("worst", "Time again").getByRole("button").click();
  await expect(names("worst").first()).toHaveText("t-back");
  await expect(page).toHaveURL(`${url}${PATH}&sort=p50.asc&againSort=name.asc&worstSort=time.asc`);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(names("loops")).toHaveText(["ingest", "transcode", "qc", "publish"]);
  await head("figures", "p50").getByRole("button").click();
  await expect(page).toHaveURL(`${url}${PATH}`);
  await expect(names("figures")).toHaveText(["ingest", "transcode", "qc", "publish"]);
});

test("filters by workflow and environment, all in the address, and the back button undoes them", async ({ open }) => {
  const page = await open(PATH);
  await page.getByRole("button", { name: "Choose workflows" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^publishTitle/ })
    .click();
  await expect(page).toHaveURL(`${url}${PATH}&workflow=publishTitle`);
  await page.keyboard.press("Escape");
  await expect(flights(page, "ingest")).toContainText("nothing in it");
  await expect(page.locator(".flow-head h2")).toHaveText("publishTitle");
  await page.reload();
  await expect(page.locator(".flow-head")).toContainText("5 workflows began");
  await page.getByRole("link", { name: "qc", exact: true }).first().click();
  await expect(page).toHaveURL(`${url}/stages/workflows?service=${SERVICE}&workflow=publishTitle&stage=qc`);
  await expect(page.locator(".behind-run")).toHaveCount(4);
  await page.goBack();
  await page.goBack();
  await expect(ids(page, "ingest")).toHaveText(["t-film"]);

  await page.goto(`${PATH}&env=staging`);
  await expect(page.locator(".flow-node .strong")).toHaveText(["ingest"]);
  await expect(page.locator(".stages-sentence")).toHaveText("Nothing is past its due time. 1 stage under way.");
});

test("figures by workflow lead to exactly its runs", async ({ open }) => {
  const page = await open(PATH);
  await page.getByRole("button", { name: "By workflow" }).click();
  await expect(page).toHaveURL(`${url}${PATH}&by=workflow`);
  await expect(page.locator("table.figures tbody tr td:first-child")).toHaveText(["publishTitle", "scanFilm"]);
  await expect(line(page, "figures", "publishTitle").nth(8)).toHaveText("1");
  await expect(line(page, "loops", "publishTitle").nth(2)).toHaveText("3");
  await page.locator("table.figures").getByRole("link", { name: "scanFilm" }).click();
  await expect(page.locator(".behind-run")).toHaveText(["scanFilm t-film"]);
});

test("steps of runs can be looked at in the same way", async ({ open }) => {
  const page = await open(PATH);
  await page.getByRole("button", { name: "Steps of runs" }).click();
  await expect(page).toHaveURL(`${url}${PATH}&source=step`);
  await expect(page.locator(".flow-node .strong")).toHaveText(["cut", "mix"]);
  await expect(line(page, "figures", "mix").nth(2)).toHaveText("4.0 s");
  await expect(page.locator("table.figures th", { hasText: "Missed" })).toHaveCount(0);
  await expect(page.locator("table.paths tbody tr")).toHaveCount(1);
});

test("says what to drop when nothing is found", async ({ open }) => {
  const page = await open(`${PATH}&workflow=cutTrailer`);
  await expect(page.getByText("No stage began here, last 24 h, and none is under way.")).toBeVisible();
  await expect(page.getByText("As steps of runs there are 2 steps.")).toBeVisible();
  await page.getByRole("link", { name: "17 stages" }).click();
  await expect(page).toHaveURL(`${url}${PATH}`);
  await expect(ids(page, "qc")).toHaveText(["t-late"]);
});

test("stands in the rail with what is late, and opens by G and S", async ({ open }) => {
  const page = await open(`/runs?service=${SERVICE}`);
  const rail = page.getByRole("navigation", { name: "Main", exact: true }).getByRole("link", { name: /Stages/ });
  await expect(rail).toContainText("1 past SLA");
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(page).toHaveURL(`${url}${PATH}`);
  await expect(page.locator(".flow-node")).toHaveCount(4);
});

test("more than eight stages scroll sideways, map and board together, and the page does not", async ({ open }) => {
  const service = "stages-many";
  const many = new Story({ service, id: "long-way", name: "longWay" }, 5 * HOUR);
  for (let n = 1; n <= 12; n++) many.passes(`stage-${String(n).padStart(2, "0")}`, MINUTE);
  await many.enters("stage-13", HOUR).send(url);
  const page = await open(`/stages?service=${service}`, { width: 1600 });
  await expect(page.locator(".flow-node")).toHaveCount(13);
  const box = page.locator(".flow-scroll");
  expect(await box.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
  const left = async (place: string) => (await page.locator(place).last().boundingBox())?.x ?? 0;
  await flights(page, "stage-13").getByRole("link").focus();
  await expect.poll(() => left(".flight")).toBeLessThan(1600);
  expect(Math.abs((await left(".flow-node")) - (await left(".flight")))).toBeLessThan(4);
});

test("live: a title comes, goes on and leaves, and nothing moves under the pointer", async ({ open }) => {
  const service = "stages-live";
  const page = await open(`/stages?service=${service}`);
  await expect(page.getByText("No stage began here, last 24 h, and none is under way.")).toBeVisible();
  await expect(page.locator(".live.live")).toBeVisible();
  const first = new Story({ service, id: "first", name: "live" }, 10 * MINUTE).enters("shoot", HOUR);
  await measureLive(
    "a new stage",
    () => first.send(url),
    () => expect(ids(page, "shoot")).toHaveText(["first"]),
  );
  first
    .wait(5 * MINUTE)
    .leaves("shoot")
    .wait(MINUTE)
    .enters("cut", HOUR);
  await measureLive(
    "a title in its next stage",
    () => first.send(url),
    () => expect(ids(page, "cut")).toHaveText(["first"]),
  );
  await expect(ids(page, "shoot")).toHaveCount(0);
  await expect(line(page, "figures", "shoot").nth(2)).toHaveText("5 m 00 s");

  // Somebody is at the card: what is more urgent waits behind it until the column is left alone.
  await flights(page, "cut").locator(".flight a").hover();
  const second = new Story({ service, id: "second", name: "live" }, 10 * MINUTE).enters("cut", MINUTE);
  await second.send(url);
  await expect(ids(page, "cut")).toHaveText(["first", "second"]);
  await page.mouse.move(0, 0);
  await expect(ids(page, "cut")).toHaveText(["second", "first"]);
});

test("an error is said in a sentence, and goes when the question is another", async ({ open }) => {
  const page = await open(`${PATH}&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z`, { expected: /400/ });
  await expect(page.getByRole("alert").first()).toContainText("The stages could not be loaded.");
  await expect(page.getByRole("alert").first()).toContainText("bad_range");
  await expect(page.getByRole("alert").first().getByRole("button", { name: "Try again" })).toBeVisible();
  await page.getByRole("button", { name: /^Time:/ }).click();
  await page.getByRole("button", { name: "Last 24 h" }).click();
  await expect(page.locator(".flow-node")).toHaveCount(4);
  await expect(page.getByRole("alert")).toHaveCount(0);
});
