import type { Params } from "../../api/client";
import { SIGNATURE_STATES, type SignatureState } from "../../api/signals";
import { readScope } from "../../model/scope";
import { first, type Search } from "../../model/search";

/** What is shown at first is what may ask for something. */
export const TABS = ["open", ...SIGNATURE_STATES, "all"] as const;
export type Tab = (typeof TABS)[number];

/** Everything that this page shows, as its address says it. */
export interface SignaturesUrl {
  env: readonly string[];
  service: readonly string[];
  tab: Tab;
  q: string;
  /** the one beside the list */
  id: string | null;
  editing: boolean;
}

export function readSignaturesUrl(search: Search): SignaturesUrl {
  const { env, service } = readScope(search);
  return {
    env,
    service,
    tab: TABS.find((tab) => tab === first(search.state)) ?? "open",
    q: first(search.q) ?? "",
    id: first(search.id) ?? null,
    editing: first(search.edit) === "1" && first(search.id) !== undefined,
  };
}

const OPEN: readonly SignatureState[] = ["new", "regressed", "known"];

export function listParams({ env, service, tab, q }: SignaturesUrl): Params {
  return { env, service, q, state: tab === "all" ? [] : tab === "open" ? OPEN : [tab] };
}

export const withTab = (tab: Tab): Search => ({ state: tab === "open" ? undefined : tab });
