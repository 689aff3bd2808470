import { createStore, type Store, useStore } from "./store";

/** What a person chose for this browser. It is not part of the address: a shared link should not change the reader's theme. */
export type ThemeChoice = "light" | "dark" | "system";
export type TimeStyle = "exact" | "relative";

function remembered<T extends string>(key: string, choices: readonly T[], fallback: T): Store<T> {
  const store = createStore<T>(read(key, choices) ?? fallback);
  return {
    ...store,
    set(value) {
      keep(key, value);
      store.set(value);
    },
  };
}

function read<T extends string>(key: string, choices: readonly T[]): T | undefined {
  const kept = readText(key);
  return choices.find((choice) => choice === kept);
}

function readText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
}

/** A text of the reader's own. */
function rememberedText(key: string): Store<string> {
  const store = createStore(readText(key) ?? "");
  return {
    ...store,
    set(value) {
      keep(key, value);
      store.set(value);
    },
  };
}

/** Under which name this person takes failures. */
export const ownName = rememberedText("weir.name");

export const themeChoice = remembered<ThemeChoice>("weir.theme", ["light", "dark", "system"], "system");
export const timeStyle = remembered<TimeStyle>("weir.times", ["exact", "relative"], "exact");

const systemDark = createStore(typeof matchMedia === "function" && matchMedia("(prefers-color-scheme: dark)").matches);
if (typeof matchMedia === "function") {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => systemDark.set(event.matches));
}

export function useTheme(): { choice: ThemeChoice; shown: "light" | "dark" } {
  const choice = useStore(themeChoice);
  const dark = useStore(systemDark);
  return { choice, shown: choice === "system" ? (dark ? "dark" : "light") : choice };
}
