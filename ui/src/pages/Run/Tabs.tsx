import { useEffect, useRef } from "react";
import type { RunDetail } from "../../api/types";
import { count } from "../../model/text";
import { Go } from "../../parts/Go";
import { useShortcuts } from "../../shell/keys";
import { changeSearch, hrefWith } from "../../shell/url";
import { type RunUrl, TABS, type Tab } from "./url";

const LABEL: Record<Tab, string> = {
  timeline: "Timeline",
  steps: "Steps",
  data: "Input and output",
  events: "Events",
  compare: "Against the last good run",
};

export function Tabs({ detail, url }: { detail: RunDetail; url: RunUrl }) {
  // A run that went well has nothing to be held against.
  const tabs = TABS.filter((tab) => tab !== "compare" || tab === url.tab || detail.workflow.status === "failed");
  const go = (by: number) => {
    const next = tabs[(tabs.indexOf(url.tab) + by + tabs.length) % tabs.length];
    if (next !== undefined) changeSearch(patch(next));
  };
  useShortcuts([
    { keys: "]", label: "Next tab", group: "Run", run: () => go(1) },
    { keys: "[", label: "Tab before", group: "Run", run: () => go(-1) },
  ]);
  const line = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place in the line
  useEffect(() => {
    const current = line.current?.querySelector<HTMLElement>("[aria-current]");
    if (line.current && current) line.current.scrollLeft = current.offsetLeft - line.current.offsetLeft;
  }, [url.tab]);
  return (
    <nav className="tabs" aria-label="Run" ref={line}>
      {tabs.map((tab) => (
        <Go key={tab} href={hrefWith(patch(tab))} aria-current={tab === url.tab ? "page" : undefined}>
          {LABEL[tab]}
          {tab === "steps" ? <span>{count(detail.steps.length)}</span> : null}
        </Go>
      ))}
    </nav>
  );
}

const patch = (tab: Tab) => ({ tab: tab === "timeline" ? undefined : tab, event: undefined });
