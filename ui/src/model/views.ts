import type { SavedView, ViewPage } from "../api/failures";
import { SCOPE_PARAMETERS } from "./scope";
import { parseSearch, type Search, stringifySearch, values } from "./search";

/** What is open beside the list is not part of what the list shows. */
const NOT_KEPT = ["id", "edit"];

const kept = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !NOT_KEPT.includes(name)));

/** The address of what is shown, as a view keeps it: the part behind `?`. */
export const viewQuery = (search: Search): string => stringifySearch(kept(search)).slice(1);

export const viewHref = ({ page, query }: Pick<SavedView, "page" | "query">): string =>
  `/${page}${query === "" ? "" : `?${query}`}`;

/** Whether an address shows what a view shows, in whatever order it says so. */
export const showsView = (search: Search, { query }: Pick<SavedView, "query">): boolean =>
  inOrder(kept(search)) === inOrder(kept(parseSearch(query)));

function inOrder(search: Search): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    values(value).map((one) => JSON.stringify([name, one])),
  );
  return pairs.sort().join();
}

/** Nothing but where and when: the page as it is at first. */
export const isWhole = (search: Search): boolean =>
  Object.keys(kept(search)).every((name) => (SCOPE_PARAMETERS as readonly string[]).includes(name));

export const PAGE_WORDS: Record<ViewPage, string> = { runs: "Runs", failures: "Failures" };
