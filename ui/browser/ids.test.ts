import { beforeAll, describe, inject } from "vitest";
import { expect, test } from "./parts";
import { MINUTE, SECOND, Story, sendStories } from "./parts/story";

const url = inject("weirUrl");

/** What senders use as ids. Each must be listed, opened, reloaded and found again. */
const IDS = ["orders/2026/11", "100%", "50% of %2F", `it's "<b>quoted</b>" \\ so`, "~a b+c?d=e&f#g;h", "🚀 טלפון 🦆"];
const UP = "..";

const story = (id: string, n: number) =>
  new Story({ service: `ids-${n}`, id, name: `name of ${id}` }, n * MINUTE)
    .started()
    .works(`step ${id}`, SECOND)
    .completed();

beforeAll(() => sendStories(url, [...IDS, UP].map(story)));

describe("an id may be anything", () => {
  for (const [n, id] of IDS.entries()) {
    test(id, async ({ open }) => {
      const page = await open(`/runs?service=ids-${n}&q=${encodeURIComponent(id)}`);
      await page.locator(".run-link").click();
      const header = page.locator(".run-header");
      await expect(header.getByTitle(id, { exact: true })).toHaveText(id);
      await expect(page.locator(".signal .say")).toHaveText("Completed after 1.0 s.");

      await page.locator(".tl-gutter li").first().click();
      await expect(page.locator("aside.inspector").getByRole("heading")).toHaveText(`step ${id}`);
      await page.reload();
      await expect(header.getByTitle(id, { exact: true })).toHaveText(id);
      await expect(page.locator("aside.inspector").getByRole("heading")).toHaveText(`step ${id}`);

      await page.getByRole("link", { name: "Events" }).click();
      await expect(page.getByText("4 events", { exact: true })).toBeVisible();
      await page.locator(".event-line").last().click();
      await page.reload();
      await expect(page.locator("aside.inspector").getByRole("heading")).toHaveText("workflow.completed");
    });
  }

  test("what browsers would take for another address", async ({ open }) => {
    const page = await open(`/runs?service=ids-${IDS.length}`);
    await page.locator(".run-link").click();
    const id = page.locator(".run-header").getByTitle(UP, { exact: true });
    await expect(id).toHaveText(UP);
    await page.reload();
    await expect(id).toHaveText(UP);
    await expect(page.locator("aside.inspector").getByRole("heading")).toHaveText(`step ${UP}`);
  });
});
