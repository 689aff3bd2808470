import { describe, expect, it } from "vitest";
import { nextSorting, readSorting, type SortColumns, sorted, writeSorting } from "./sorting";

interface Row {
  name: string;
  n: number | null;
}
const COLUMNS: SortColumns<Row> = { name: (row) => row.name, n: (row) => row.n };
const ROWS: Row[] = [
  { name: "b", n: 2 },
  { name: "a", n: null },
  { name: "c", n: 10 },
  { name: "d", n: 2 },
];
const names = (text: string) => sorted(ROWS, COLUMNS, readSorting(text, COLUMNS)).map(({ name }) => name);

describe("a sorted table", () => {
  it("goes by one column, keeps equals in place, and has what is not known at the end", () => {
    expect(names("n.desc")).toEqual(["c", "b", "d", "a"]);
    expect(names("n.asc")).toEqual(["b", "d", "c", "a"]);
    expect(names("name.asc")).toEqual(["a", "b", "c", "d"]);
  });

  it("stays as it is when the address asks for nothing, or for nonsense", () => {
    for (const text of ["", "n", "n.up", "toString.asc", "other.desc"])
      expect(names(text)).toEqual(["b", "a", "c", "d"]);
    expect(readSorting(undefined, COLUMNS)).toBeNull();
  });

  it("turns round with the second click and back to its own order with the third", () => {
    const first = nextSorting(null, "n", "desc");
    const second = nextSorting(first, "n", "desc");
    expect([first, second, nextSorting(second, "n", "desc")].map(writeSorting)).toEqual(["n.desc", "n.asc", undefined]);
    expect(writeSorting(nextSorting(first, "name", "asc"))).toBe("name.asc");
  });
});
