import { expect, it } from "vitest";
import { addUp, unaccounted } from "./accounting";

const one = { received: 10, accepted: 6, duplicates: 2, ignored: 1, rejected: 1 };

it("adds up", () => {
  expect(addUp([one, one])).toEqual({ received: 20, accepted: 12, duplicates: 4, ignored: 2, rejected: 2 });
  expect(unaccounted(addUp([one, one]))).toBe(0);
});

it("notices what is missing", () => expect(unaccounted({ ...one, received: 13 })).toBe(3));
