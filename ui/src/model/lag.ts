import type { Meta } from "../api/types";
import { longDuration } from "./duration";

/** Less is over before anybody has read of it. */
const WORTH_MENTIONING_MS = 5_000;

/** How far what is shown is behind, if that is worth a person's attention. */
export function lagWords({ replica }: Pick<Meta, "replica">): string | null {
  if (!replica?.asked || replica.lagMs === null || replica.lagMs < WORTH_MENTIONING_MS) return null;
  return `The replica is ${longDuration(replica.lagMs)} behind.`;
}
