import { serverNow } from "../live";

/** Hands a file to the browser, named by what it holds and when. */
export function saveCsv(name: string, text: string): void {
  const file = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = file;
  link.download = `${name}-${new Date(serverNow()).toISOString().slice(0, 19).replace(/:/g, "")}.csv`;
  link.click();
  // The browser has taken it by then; at once would be too early for some.
  setTimeout(() => URL.revokeObjectURL(file), 10_000);
}
