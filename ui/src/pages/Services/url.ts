import { readScope, type TimeRange } from "../../model/scope";
import { first, type Search } from "../../model/search";

/** Everything that this page shows, as its address says it. */
export interface ServicesUrl {
  env: readonly string[];
  service: readonly string[];
  range: TimeRange;
  /** the service whose words are being changed */
  edited: string | null;
}

export function readServicesUrl(search: Search): ServicesUrl {
  const { env, service, range } = readScope(search);
  return { env, service, range, edited: first(search.edit) ?? null };
}
