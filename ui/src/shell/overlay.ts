import { createStore } from "../model/store";

/** What floats above the page, if anything. */
export const overlay = createStore<"palette" | "help" | null>(null);
