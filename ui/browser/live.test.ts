import type { Page } from "playwright";
import { describe, expect as expectNow, inject } from "vitest";
import { expect, test } from "./parts";
import { MINUTE, SECOND, Story } from "./parts/story";

const url = inject("weirUrl");
const CHANGES = 8;
const PROMISED_MS = 1_000;

/** Where a running run says the step that it is at. */
const PLACES = [
  ["a list", (service: string) => `/runs?service=${service}`, "table.runs tbody"],
  ["the active runs", (service: string) => `/active?service=${service}`, ".lanes"],
  ["a run", (service: string) => `/runs/production/${service}/watched?tab=steps`, "main"],
] as const;

/** When the page showed it, by the page's own clock, which is this machine's. */
const shownAt = (page: Page, [place, words]: [string, string]): Promise<number> =>
  page.evaluate(
    ([where, what]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector(where)?.textContent?.includes(what)) return false;
          watch.disconnect();
          resolve(Date.now());
          return true;
        };
        const watch = new MutationObserver(look);
        if (!look()) watch.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    [place, words] as const,
  );

/** A busy machine may be late now and then: the promise is kept if it is kept at all. */
describe.for(PLACES)("%s", ([, path, place]) => {
  test("shows a change within a second of its acknowledgement", async ({ open }) => {
    const service = `live-${place.replace(/\W/g, "")}`;
    const story = new Story({ service, id: "watched", name: "watched" }, MINUTE).started().begins("step-0");
    await story.send(url);
    const page = await open(path(service));
    await expect(page.locator(place).first()).toContainText("step-0");
    await expect(page.locator(".live.live")).toBeVisible();
    const took: number[] = [];
    for (let n = 1; n <= CHANGES; n++) {
      story.ends(`step-${n - 1}`, SECOND).begins(`step-${n}`);
      const shown = shownAt(page, [place, `step-${n}`]);
      await story.send(url);
      const acknowledged = Date.now();
      took.push((await shown) - acknowledged);
    }
    expectNow(Math.min(...took), `after ${took.join(", ")} ms`).toBeLessThan(PROMISED_MS);
  });
});
