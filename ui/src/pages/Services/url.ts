import { readScope, type TimeRange } from "../../model/scope";
import { first, type Search } from "../../model/search";

/** Everything that this page shows, as its address says it. */
export interface ServicesUrl {
  env: readonly string[];
  service: readonly string[];
  range: TimeRange;
  /** the service whose words are being changed */
  edited: string | null;
  /** the environment of which its alert is changed, and not its words */
  alertOf: string | null;
}

export function readServicesUrl(search: Search): ServicesUrl {
  const { env, service, range } = readScope(search);
  return { env, service, range, edited: first(search.edit) ?? null, alertOf: first(search.alert) ?? null };
}
