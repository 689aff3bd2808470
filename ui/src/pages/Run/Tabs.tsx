import type { RunDetail } from "../../api/types";
import { count } from "../../model/text";
import { Go } from "../../parts/Go";
import { useShortcuts } from "../../shell/keys";
import { changeSearch, hrefWith } from "../../shell/url";
import { type RunUrl, TABS, type Tab } from "./url";

const LABEL: Record<Tab, string> = { timeline: "Timeline", steps: "Steps", data: "Input and output", events: "Events" };

export function Tabs({ detail, url }: { detail: RunDetail; url: RunUrl }) {
  const go = (by: number) => {
    const next = TABS[(TABS.indexOf(url.tab) + by + TABS.length) % TABS.length];
    if (next !== undefined) changeSearch(patch(next));
  };
  useShortcuts([
    { keys: "]", label: "Next tab", group: "Run", run: () => go(1) },
    { keys: "[", label: "Tab before", group: "Run", run: () => go(-1) },
  ]);
  return (
    <nav className="tabs" aria-label="Run">
      {TABS.map((tab) => (
        <Go key={tab} href={hrefWith(patch(tab))} aria-current={tab === url.tab ? "page" : undefined}>
          {LABEL[tab]}
          {tab === "steps" ? <span>{count(detail.steps.length)}</span> : null}
        </Go>
      ))}
    </nav>
  );
}

const patch = (tab: Tab) => ({ tab: tab === "timeline" ? undefined : tab, event: undefined });
