import type { Page } from "playwright";
import { beforeAll, describe, expect as expectNow, inject } from "vitest";
import { expect, sideways, test, violations } from "./parts";
import { HOUR, MINUTE, post, SECOND, Story, sendStories } from "./parts/story";

const SERVICE = "looks-of-everything";
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
  ["Active", `/active?service=${SERVICE}`, (page) => expect(page.locator(".card")).toHaveCount(5)],
  [
    "Active, nothing",
    "/active?service=nobody",
    (page) => expect(page.getByText("Nothing is running, waiting or queued.")).toBeVisible(),
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
      expect(await sideways(page)).toBe(0);
      expectNow(await violations(page)).toEqual([]);
    });
  }
});
