import type { Params } from "../../api/client";
import { type GroupCounts, INBOX_STATES, type InboxState } from "../../api/failures";
import { SIGNATURE_STATES, type SignatureState } from "../../api/signals";
import { readScope, type TimeRange } from "../../model/scope";
import { first, type Search } from "../../model/search";

export const VIEWS = ["groups", "inbox", "environments"] as const;
export type View = (typeof VIEWS)[number];

/** What is shown at first is what may ask for something. */
export const TABS = ["open", ...SIGNATURE_STATES] as const;
export type Tab = (typeof TABS)[number];

export const INBOX_TABS = [...INBOX_STATES, "all"] as const;
export type InboxTab = (typeof INBOX_TABS)[number];

/** What comes first: what the server finds urgent, what happens most, or what happened last. */
export const SORTS = ["urgent", "runs", "seen"] as const;
export type Sort = (typeof SORTS)[number];

/** Everything that this page shows, as its address says it. */
export interface FailuresUrl {
  env: readonly string[];
  service: readonly string[];
  range: TimeRange;
  view: View;
  tab: Tab;
  sort: Sort;
  inbox: InboxTab;
  /** the inbox of one group alone */
  group: string | null;
  q: string;
  /** the one beside the list: a group, or in the inbox a failure */
  id: string | null;
  editing: boolean;
}

export function readFailuresUrl(search: Search): FailuresUrl {
  const { env, service, range } = readScope(search);
  const id = first(search.id) ?? null;
  return {
    env,
    service,
    range,
    view: VIEWS.find((view) => view === first(search.view)) ?? "groups",
    tab: TABS.find((tab) => tab === first(search.state)) ?? "open",
    sort: SORTS.find((sort) => sort === first(search.sort)) ?? "urgent",
    inbox: INBOX_TABS.find((tab) => tab === first(search.inbox)) ?? "open",
    group: first(search.group) ?? null,
    q: first(search.q) ?? "",
    id,
    editing: first(search.edit) === "1" && id !== null,
  };
}

const OPEN: readonly SignatureState[] = ["new", "regressed", "known"];

/** How many groups a tab has; the counts call something else open: groups with a failure that is nobody's yet. */
export const tabCount = (counts: GroupCounts, tab: Tab): number =>
  (tab === "open" ? OPEN : [tab]).reduce((sum, state) => sum + counts[state], 0);

export const groupParams = ({ env, service, tab, q }: FailuresUrl): Params => ({
  env,
  service,
  q,
  state: tab === "open" ? OPEN : [tab],
});

export const inboxParams = ({ env, service, inbox, group, q }: FailuresUrl): Params => ({
  env,
  service,
  q,
  signature: group,
  inbox: inbox === "all" ? [] : ([inbox] satisfies InboxState[]),
});

export const withTab = (tab: Tab): Search => ({ state: tab === "open" ? undefined : tab });
export const withInbox = (inbox: InboxTab): Search => ({ inbox: inbox === "open" ? undefined : inbox });

/** Another view keeps what is searched for, and nothing that only the one before has. */
export const withView = (view: View): Search => ({
  view: view === "groups" ? undefined : view,
  state: undefined,
  sort: undefined,
  inbox: undefined,
  group: undefined,
  id: undefined,
  edit: undefined,
});

/** All failed runs of one group, whatever became of them. */
export const runsOfGroup = (group: string): Search => ({ ...withView("inbox"), inbox: "all", group });
