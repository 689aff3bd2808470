import { useEffect } from "react";
import { createStore } from "../model/store";

/** What stands left in the scope bar: the page's title, with the path to it where it has one. */
export interface Heading {
  path: { label: string; href: string }[];
  title: string;
}

export const heading = createStore<Heading>({ path: [], title: "" });

export function useHeading(title: string, path: Heading["path"] = []): void {
  const key = JSON.stringify(path);
  useEffect(() => {
    heading.set({ path: JSON.parse(key), title });
    document.title = `${title} · Weir`;
  }, [title, key]);
}
