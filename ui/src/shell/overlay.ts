import { createStore } from "../model/store";

/** What floats above the page, if anything. */
export const overlay = createStore<"palette" | "help" | null>(null);

/** What stands in the palette's field. It is kept here because people type before the field is there to hear them. */
export const paletteText = createStore("");

export function openPalette(): void {
  paletteText.set("");
  overlay.set("palette");
}
