import type { Account } from "../api/types";

export type Sum = Pick<Account, "received" | "accepted" | "duplicates" | "ignored" | "rejected">;

export function addUp(accounts: readonly Sum[]): Sum {
  const sum = { received: 0, accepted: 0, duplicates: 0, ignored: 0, rejected: 0 };
  for (const account of accounts) {
    sum.received += account.received;
    sum.accepted += account.accepted;
    sum.duplicates += account.duplicates;
    sum.ignored += account.ignored;
    sum.rejected += account.rejected;
  }
  return sum;
}

/** What is missing from the sum: anything but nothing is a fault of Weir's. */
export function unaccounted(sum: Sum): number {
  return sum.received - sum.accepted - sum.duplicates - sum.ignored - sum.rejected;
}
