import type { KeyboardEvent } from "react";

/** Escape leaves a form, ⌘ ↵ saves it; nothing else on the page hears of either. */
export const formKeys =
  ({ close, save }: { close: () => void; save: () => void }) =>
  (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
