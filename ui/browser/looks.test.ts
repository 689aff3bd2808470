import type { Page } from "playwright";
import { beforeAll, describe, expect as expectNow, inject } from "vitest";
import { expect, sideways, test, violations } from "./parts";
import { SessionStory } from "./parts/session";
import { HOUR, MINUTE, post, SECOND, Story, sendStories } from "./parts/story";
import { tellWaited } from "./parts/telemetry";

const SERVICE = "looks-of-everything";
const STUDIO = "looks-of-stages";
const NETWORK = "looks-of-sessions";
const url = inject("weirUrl");
const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
const story = (id: string, ago: number, env = "production") =>
  new Story({ env, service: SERVICE, id, name: "lookAtThis" }, ago);
const LONG = "a-very-long-name-that-somebody-thought-of-and-that-goes-on-and-on-without-any-place-to-break-it-".repeat(
  2,
);

beforeAll(async () => {
  await sendStories(url, [
    story("completed", 3 * HOUR)
      .started({ deep: { list: [1, 2, { three: null }] } })
      .works("one", SECOND)
      .completed({ ok: true }),
    story("failed", 2 * HOUR)
      .started({ order: 1 })
      .works("reserve-stock", 2 * SECOND, { result: { shelf: "B7" } })
      .slept(20 * MINUTE)
      .tell("timeout.set", { stepName: "charge-card", timeoutMs: 30 * SECOND })
      .fails("charge-card", SECOND, "Gateway away", { maxAttempts: 2, retryIn: 3 * SECOND })
      .wait(3 * SECOND)
      .fails("charge-card", SECOND, "Card declined", { attempt: 2, maxAttempts: 2 })
      .failed("Card declined", "charge-card", 2),
    story("running", MINUTE).started().works("one", SECOND).begins("two"),
    story("retrying", 5 * MINUTE, "staging")
      .started()
      .fails("charge-card", SECOND, "Bank closed", { maxAttempts: 5, retryIn: HOUR }),
    story("sleeping", 5 * MINUTE, "development")
      .started()
      .tell("workflow.paused", { reason: "sleep", resumeAt: ahead(HOUR) }),
    story("overdue", HOUR)
      .started()
      .tell("workflow.paused", { reason: "sleep", resumeAt: ahead(-HOUR / 2) }),
    story("stuck", 3 * HOUR)
      .started()
      .begins("book-courier"),
    story("queued", MINUTE).tell("workflow.queued", { input: {} }),
    story("cancelled", 30 * MINUTE)
      .started()
      .cancelled("No longer wanted"),
    new Story({ service: SERVICE, id: LONG, name: LONG }, MINUTE)
      .started({ [LONG]: LONG })
      .fails(LONG, SECOND, LONG, { maxAttempts: 1 })
      .failed(LONG, LONG, 1),
  ]);
  const title = (id: string, ago: number, name = "publishTitle") => new Story({ service: STUDIO, id, name }, ago);
  await sendStories(url, [
    title("done", 5 * HOUR)
      .passes("ingest", 10 * MINUTE)
      .passes("qc", 30 * MINUTE, { allowed: 20 * MINUTE })
      .passes("ingest", 10 * MINUTE)
      .passes("qc", 20 * MINUTE),
    title("late", 4 * HOUR)
      .passes("ingest", 10 * MINUTE)
      .enters("qc", -HOUR),
    title("nearly", HOUR)
      .passes("ingest", 10 * MINUTE)
      .enters("qc", 2 * MINUTE),
    title("without", HOUR).enters("ingest"),
    title(LONG, HOUR, LONG)
      .passes(LONG, 10 * MINUTE)
      .passes("qc", 10 * MINUTE)
      .enters(LONG, HOUR),
  ]);
  const who = { address: "0xa", key: "0xb", url: `https://${"long-name-".repeat(6)}.example:8935` };
  const session = (request: string, ago: number) =>
    new SessionStory({ service: NETWORK, gateway: "gw", stream: "looks", request }, ago);
  await session("played", HOUR)
    .plays(who)
    .runs(3, 20, who)
    .trace("orchestrator_swap", who)
    .wait(MINUTE)
    .status(0, { ...who, key: "0xc", url: "" }, "DEGRADED_INPUT")
    .update()
    .error("mediamtx ingest disconnected")
    .closed()
    .error(LONG)
    .send(url);
  await session("starting", 20 * SECOND)
    .requested()
    .send(url);
  await session("excused", HOUR).requested().trace("gateway_no_orchestrators_available").closed().send(url);
  await session(LONG, HOUR).requested().error(LONG).closed().send(url);
  const waited = (ago: number, ms: number, cached = true) => ({ surface: "cli" as const, ago, ms, cached });
  await tellWaited(url, SERVICE, [
    ...Array.from({ length: 25 }, (_, n) => waited(2 * HOUR, 300 + 100 * n)),
    ...Array.from({ length: 8 }, (_, n) => waited(6 * HOUR, 1_000 + 1_500 * n, false)),
  ]);
  const { events } = story("refused", MINUTE).tell("step.started", { attempt: 1 });
  await post(url, events);
});

/** Every page in every state that looks of its own; `until` waits for what it is about. */
const RUN = `/runs/production/${SERVICE}`;
const STATES: [name: string, path: string, until: (page: Page) => Promise<unknown>][] = [
  ["Runs", `/runs?service=${SERVICE}`, (page) => expect(page.locator(".run-link")).toHaveCount(10)],
  [
    "Runs, with a selection and filters",
    `/runs?service=${SERVICE}&status=failed&status=completed&name=lookAtThis`,
    async (page) => {
      await page.locator("table.runs input[type=checkbox]").first().check();
      await page.keyboard.press("j");
    },
  ],
  [
    "Runs, nothing matches",
    `/runs?service=${SERVICE}&q=nothing-like-this`,
    (page) => expect(page.getByText("No run matches.")).toBeVisible(),
  ],
  [
    "Runs, adding a filter",
    `/runs?service=${SERVICE}`,
    async (page) => {
      await page.getByRole("button", { name: "Add a filter" }).click();
      await expect(page.getByRole("dialog").getByRole("button", { name: /lookAtThis/ })).toBeVisible();
    },
  ],
  [
    "Runs, choosing a time",
    `/runs?service=${SERVICE}`,
    async (page) => {
      await page.getByRole("button", { name: /^Time:/ }).click();
      await expect(page.getByRole("button", { name: "Show this range" })).toBeVisible();
    },
  ],
  ["Run, timeline", `${RUN}/failed`, (page) => expect(page.locator(".tl-plot")).toBeVisible()],
  ["Run, step", `${RUN}/failed?step=charge-card&attempt=1`, (page) => expect(page.locator(".attempts")).toBeVisible()],
  ["Run, running", `${RUN}/running`, (page) => expect(page.locator(".tl-plot")).toBeVisible()],
  ["Run, long names", `${RUN}/${LONG}`, (page) => expect(page.locator(".tl-plot")).toBeVisible()],
  ["Run, steps", `${RUN}/failed?tab=steps`, (page) => expect(page.locator(".steps-table")).toBeVisible()],
  [
    "Run, attempts",
    `${RUN}/failed?tab=steps&rows=attempts`,
    (page) => expect(page.locator(".steps-table")).toBeVisible(),
  ],
  [
    "Run, input and output",
    `${RUN}/completed?tab=data`,
    (page) => expect(page.getByRole("region", { name: "Output" })).toBeVisible(),
  ],
  [
    "Run, events",
    `${RUN}/failed?tab=events&event=${encodeURIComponent(`${SERVICE} production failed 3`)}`,
    (page) => expect(page.locator("aside.inspector .json-box")).toBeVisible(),
  ],
  [
    "Run, as it was",
    `${RUN}/failed?at=${encodeURIComponent(ahead(HOUR))}`,
    (page) => expect(page.locator(".as-known")).toContainText("1 of 1"),
  ],
  ["Run, unknown", `${RUN}/not-there`, (page) => expect(page.getByText(/^No run not-there/)).toBeVisible()],
  ["Overview", `/overview?service=${SERVICE}`, (page) => expect(page.locator(".service-table")).toBeVisible()],
  [
    "Overview, nothing known",
    "/overview?service=nobody",
    (page) => expect(page.getByText(/^Nothing is known here/)).toBeVisible(),
  ],
  [
    "Services",
    `/services?service=${SERVICE}&service=${STUDIO}`,
    (page) => expect(page.locator(".service-card")).toHaveCount(2),
  ],
  [
    "Services, editing",
    `/services?service=${SERVICE}&edit=${SERVICE}`,
    (page) => expect(page.getByLabel("Display name")).toBeFocused(),
  ],
  [
    "Analytics",
    `/analytics?service=${SERVICE}`,
    async (page) => {
      await expect(page.locator(".matrix")).toHaveCount(2);
      await expect(page.locator(".heat")).toBeVisible();
      await page.getByRole("group", { name: /^Workflows:/ }).focus();
      await page.keyboard.press("End");
    },
  ],
  [
    "Analytics, as tables",
    `/analytics?service=${SERVICE}&retries=service&basis=started&compare=none`,
    async (page) => {
      await expect(page.locator(".heat")).toBeVisible();
      for (const table of await page.getByText("As table").all()) await table.click();
      await expect(page.locator("table.figure-table").first()).toBeVisible();
    },
  ],
  [
    "Analytics, nothing",
    "/analytics?service=nobody",
    (page) => expect(page.getByText(/^No run ended here/)).toBeVisible(),
  ],
  ["Active", `/active?service=${SERVICE}`, (page) => expect(page.locator(".card")).toHaveCount(5)],
  [
    "Active, nothing",
    "/active?service=nobody",
    (page) => expect(page.getByText("Nothing is running, waiting or queued.")).toBeVisible(),
  ],
  ["Stages", `/stages?service=${STUDIO}`, (page) => expect(page.locator(".flight")).toHaveCount(4)],
  [
    "Stages, all of it open",
    `/stages?service=${STUDIO}&map=table&shown=qc&pass=each&meaning=never-completed`,
    async (page) => {
      await expect(page.locator(".distribution-plot")).toBeVisible();
      await expect(page.locator(".flow-table tbody tr")).not.toHaveCount(0);
      await expect(page.locator("table.paths")).toBeVisible();
    },
  ],
  [
    "Stages, steps by workflow",
    `/stages?service=${SERVICE}&source=step&by=workflow`,
    (page) => expect(page.locator("table.figures")).toContainText("lookAtThis"),
  ],
  [
    "Stages, choosing a workflow",
    `/stages?service=${STUDIO}`,
    async (page) => {
      await page.getByRole("button", { name: "Choose workflows" }).click();
      await expect(page.getByRole("dialog").getByRole("button", { name: /publishTitle/ })).toBeVisible();
    },
  ],
  [
    "Stages, nothing",
    "/stages?service=nobody",
    (page) => expect(page.getByText("No stage began here, last 24 h, and none is under way.")).toBeVisible(),
  ],
  [
    "Behind a number on stages",
    `/stages/workflows?service=${STUDIO}`,
    (page) => expect(page.locator(".behind-run")).toHaveCount(9),
  ],
  [
    "Behind a number on stages, filtered",
    `/stages/workflows?service=${STUDIO}&workflow=publishTitle&stage=qc&figure=per-pass&atLeastMs=60000`,
    (page) => expect(page.locator(".behind-run")).toHaveCount(1),
  ],
  [
    "Behind a number on stages, whole workflows",
    `/stages/workflows?service=${STUDIO}&variant=any`,
    (page) => expect(page.locator(".behind-run")).toHaveCount(5),
  ],
  [
    "Behind a number on stages, nothing",
    "/stages/workflows?service=nobody&is=missed",
    (page) => expect(page.getByText("Nothing is behind this number now.")).toBeVisible(),
  ],
  [
    "Sessions",
    `/sessions?service=${NETWORK}`,
    (page) => expect(page.locator("table.session-list tbody tr")).toHaveCount(4),
  ],
  [
    "Sessions, filtered",
    `/sessions?service=${NETWORK}&by=gpu&outcome=unexcused&swapped=false&gateway=gw`,
    (page) => expect(page.locator("table.session-list tbody tr")).toHaveCount(2),
  ],
  [
    "Sessions, adding a filter",
    `/sessions?service=${NETWORK}`,
    async (page) => {
      await page.getByRole("button", { name: "Add a filter" }).click();
      await expect(page.getByRole("dialog").getByRole("button", { name: /^gw/ })).toBeVisible();
    },
  ],
  [
    "Sessions, nothing",
    "/sessions?service=nobody",
    (page) => expect(page.getByText("No session began here, last 24 h.")).toBeVisible(),
  ],
  [
    "Session",
    `/sessions/${encodeURIComponent("looks|played")}`,
    (page) => expect(page.locator(".lane-mark")).not.toHaveCount(0),
  ],
  [
    "Session, as a table",
    `/sessions/${encodeURIComponent("looks|played")}?view=table`,
    (page) => expect(page.locator("table.lane-table")).toBeVisible(),
  ],
  [
    "Session, long names",
    `/sessions/${encodeURIComponent(`looks|${LONG}`)}`,
    (page) => expect(page.locator(".session-sentence")).toBeVisible(),
  ],
  [
    "Session, unknown",
    "/sessions/not-there",
    (page) => expect(page.getByText("No session not-there in what you may see.")).toBeVisible(),
  ],
  [
    "Run, failed as others before",
    `${RUN}/failed`,
    (page) => expect(page.locator(".seen-before .signature-state")).toBeVisible(),
  ],
  ["Signals", "/signals?surface=cli", (page) => expect(page.locator(".plot").first()).toBeVisible()],
  [
    "Signals, all hours and as a table",
    "/signals?surface=cli&hours=all",
    async (page) => {
      await page.getByText("As table").click();
      await expect(page.locator("table.times tbody tr")).not.toHaveCount(0);
      await page.getByRole("group", { name: /^Charts/ }).focus();
      await page.keyboard.press("End");
    },
  ],
  [
    "Signals, nothing",
    "/signals?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z",
    (page) => expect(page.locator(".command pre")).toBeVisible(),
  ],
  [
    "Signatures",
    `/signatures?service=${SERVICE}&state=all`,
    (page) => expect(page.locator(".signature-link").first()).toBeVisible(),
  ],
  [
    "Signatures, one beside the list",
    `/signatures?service=${SERVICE}&state=all`,
    async (page) => {
      await page.locator(".signature-link").first().click();
      await expect(page.locator(".signature-facts")).toBeVisible();
    },
  ],
  [
    "Signatures, editing",
    `/signatures?service=${SERVICE}&state=all`,
    async (page) => {
      await expect(page.locator(".signature-link").first()).toBeVisible();
      await page.keyboard.press("j");
      await page.keyboard.press("e");
      await expect(page.getByLabel("Likely cause")).toBeFocused();
    },
  ],
  [
    "Signatures, ignoring",
    `/signatures?service=${SERVICE}&state=all`,
    async (page) => {
      await page.locator(".signature-link").first().click();
      await page.getByRole("button", { name: "Ignore", exact: true }).click();
      await expect(page.getByRole("button", { name: "For a week" })).toBeVisible();
    },
  ],
  [
    "Signatures, nothing",
    "/signatures?service=nobody",
    (page) => expect(page.getByText("No kind of failure is open here.")).toBeVisible(),
  ],
  [
    "Failures",
    `/failures?service=${SERVICE}`,
    async (page) => {
      await expect(page.locator(".failure-link").first()).toBeVisible();
      await expect(page.locator(".rate-chart .plot")).toBeVisible();
      await page.getByText("As table").click();
    },
  ],
  [
    "Failures, a group beside the list",
    `/failures?service=${SERVICE}`,
    async (page) => {
      await page.locator(".failure-link").first().click();
      await expect(page.locator(".failure-newest li").first()).toBeVisible();
    },
  ],
  [
    "Failures, the inbox with one beside it",
    `/failures?service=${SERVICE}&view=inbox&inbox=all`,
    async (page) => {
      await page.locator(".failure-link").first().click();
      await expect(page.locator(".failure-facts")).toBeVisible();
    },
  ],
  [
    "Failures by environment",
    `/failures?service=${SERVICE}&view=environments`,
    async (page) => {
      await expect(page.locator(".failure-compare-cell").first()).toBeVisible();
      await expect(page.locator(".newest-failures li").first()).toBeVisible();
    },
  ],
  [
    "Failures, nothing",
    "/failures?service=nobody",
    (page) => expect(page.getByText("No failure in 24 h.")).toBeVisible(),
  ],
  [
    "Failures, saving a view",
    `/failures?service=${SERVICE}&q=card`,
    async (page) => {
      await page.getByRole("button", { name: "Save view" }).click();
      await expect(page.getByLabel("Save what is shown as")).toBeVisible();
    },
  ],
  [
    "Run, against the last good one",
    `${RUN}/failed?tab=compare`,
    (page) => expect(page.locator("table.compared-steps, .compare-tab .empty")).toBeVisible(),
  ],
  [
    "Ingest",
    `/ingest?service=${SERVICE}`,
    async (page) => {
      await page.locator(".rejected-what").click();
      await expect(page.locator(".json-box")).toBeVisible();
    },
  ],
  [
    "Palette",
    `/runs?service=${SERVICE}`,
    async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill("lookAtThis");
      await expect(page.getByRole("option", { name: /^lookAtThis/ }).first()).toBeVisible();
    },
  ],
  [
    "Help",
    `/runs?service=${SERVICE}`,
    async (page) => {
      await expect(page.locator(".run-link").first()).toBeVisible();
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog", { name: "Shortcuts" })).toBeVisible();
    },
  ],
  ["No such page", "/nowhere", (page) => expect(page.getByText("There is no page at this address.")).toBeVisible()],
];

describe("can be read by everybody, in both themes and on a phone", () => {
  for (const [name, path, until] of STATES) {
    test(name, async ({ open }) => {
      const page = await open(path, { expected: /404/ });
      await until(page);
      expect(await sideways(page)).toBe(0);
      expectNow(await violations(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
      await page.setViewportSize({ width: 390, height: 800 });
      await expect(page.getByRole("navigation", { name: "Main, small" })).toBeAttached();
      // What floats follows the new width a moment later.
      await expect.poll(() => sideways(page)).toBe(0);
      expectNow(await violations(page)).toEqual([]);
    });
  }
});
