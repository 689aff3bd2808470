import type { Page } from "playwright";
import { beforeAll, inject } from "vitest";
import { expect, test } from "./parts";
import { MINUTE, Story } from "./parts/story";

const SERVICE = "views-of-tests";
const url = inject("weirUrl");
const tabs = (page: Page) => page.getByRole("navigation", { name: "Saved views" });
const pinned = (page: Page) =>
  page.getByRole("navigation", { name: "Main", exact: true }).getByRole("region", { name: "Pinned views" });
const save = (page: Page) => page.getByRole("form", { name: "Save view" });

beforeAll(async () => {
  for (const n of [1, 2]) {
    await new Story({ service: SERVICE, id: `broken-${n}`, name: "settle" }, n * MINUTE)
      .breaks("only", "VIEW_BROKEN", "Broken")
      .send(url);
  }
  await new Story({ service: SERVICE, id: "fine", name: "settle" }, MINUTE).started().completed().send(url);
});

test("what is shown is saved under a name, pinned, shared by its address, renamed and removed", async ({ open }) => {
  const page = await open(`/runs?service=${SERVICE}&status=failed`);
  await expect(page.locator("table.runs .run-link")).toHaveCount(2);
  await page.getByRole("button", { name: "Save view" }).click();
  await save(page).getByLabel("Save what is shown as").fill("Broken settlements");
  await save(page).getByLabel("Pin it to the rail").check();
  await save(page).getByRole("button", { name: "Save for everybody" }).click();
  const own = tabs(page).getByRole("link", { name: "Broken settlements" });
  await expect(own).toHaveAttribute("aria-current", "page");
  await expect(pinned(page).getByRole("link", { name: "Broken settlements" })).toContainText("2");

  await tabs(page).getByRole("link", { name: "All runs" }).click();
  await expect(own).not.toHaveAttribute("aria-current");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("broken settle");
  await page.getByRole("option", { name: /^Broken settlements/ }).click();
  await expect(own).toHaveAttribute("aria-current", "page");

  const elsewhere = await open("/runs");
  await tabs(elsewhere).getByRole("link", { name: "Broken settlements" }).click();
  await expect(elsewhere).toHaveURL(`/runs?service=${SERVICE}&status=failed`);
  await expect(elsewhere.locator("table.runs .run-link")).toHaveCount(2);

  await elsewhere.getByRole("button", { name: "Change the view Broken settlements" }).click();
  await elsewhere.getByLabel("Name", { exact: true }).fill("Settlements that broke");
  await elsewhere.getByRole("button", { name: "Rename" }).click();
  await expect(tabs(elsewhere).getByRole("link", { name: "Settlements that broke" })).toBeVisible();
  await elsewhere.getByRole("button", { name: "Change the view Settlements that broke" }).click();
  await elsewhere.getByRole("button", { name: "Pinned to the rail" }).click();
  await expect(pinned(elsewhere).getByRole("link", { name: "Settlements that broke" })).toHaveCount(0);
  await elsewhere.getByRole("button", { name: "Change the view Settlements that broke" }).click();
  await elsewhere.getByRole("button", { name: "Remove for everybody" }).click();
  await expect(tabs(elsewhere).getByRole("link", { name: "Settlements that broke" })).toHaveCount(0);
  await expect(elsewhere.locator("table.runs .run-link")).toHaveCount(2);
});

test("a view may show something else from now on, and a name is given once", async ({ open }) => {
  const page = await open(`/failures?service=${SERVICE}&view=inbox`, { expected: /409/ });
  await page.getByRole("button", { name: "Save view" }).click();
  await save(page).getByLabel("Save what is shown as").fill("Settlements to look at");
  await save(page).getByRole("button", { name: "Save for everybody" }).click();
  await expect(tabs(page).getByRole("link", { name: "Settlements to look at" })).toHaveAttribute(
    "aria-current",
    "page",
  );

  await page.getByRole("link", { name: "Taken" }).click();
  await page.getByRole("button", { name: "Save view" }).click();
  await save(page).getByLabel("Save what is shown as").fill("Settlements to look at");
  await save(page).getByRole("button", { name: "Save for everybody" }).click();
  await expect(page.getByRole("alert")).toContainText("name_taken");
  await page.getByRole("button", { name: "Settlements to look at" }).click();
  await expect(tabs(page).getByRole("link", { name: "Settlements to look at" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await tabs(page).getByRole("link", { name: "All failures" }).click();
  await tabs(page).getByRole("link", { name: "Settlements to look at" }).click();
  await expect(page).toHaveURL(/inbox=taken/);
  await page.getByRole("button", { name: "Change the view Settlements to look at" }).click();
  await page.getByRole("button", { name: "Remove for everybody" }).click();
  await expect(tabs(page).getByRole("link")).toHaveCount(1);
});
