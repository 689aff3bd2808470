import { Modal } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from "react";
import { fetchRuns } from "../api/endpoints";
import type { SavedView } from "../api/failures";
import type { RunItem } from "../api/types";
import { live, useNow } from "../live";
import { completeEnvironments, parsePalette } from "../model/paletteQuery";
import { themeChoice } from "../model/preferences";
import { runHref } from "../model/runAddress";
import { scopeOnly } from "../model/scope";
import { stringifySearch } from "../model/search";
import { LOOK_WORD, lookDetail, lookOf } from "../model/status";
import { useStore } from "../model/store";
import { middleCut } from "../model/text";
import { PAGE_WORDS, viewHref } from "../model/views";
import { relativeTime } from "../model/when";
import { PAGES } from "../pages";
import { Icon, type IconName } from "../parts/Icon";
import { useViews } from "../parts/views/queries";
import { useEnvironments } from "./environments";
import { overlay, paletteText } from "./overlay";
import { goTo, linkTo, useSearch, useZone } from "./url";

interface Entry {
  key: string;
  group: "Runs" | "Do" | "Go to";
  icon: IconName;
  label: string;
  id?: string;
  detail?: string;
  keys?: string[];
  href?: string;
  run: () => void;
}

/** Runs by id first, then what can be done here, then where to go. */
export function Palette({ opened }: { opened: boolean }) {
  return (
    <Modal
      opened={opened}
      onClose={() => overlay.set(null)}
      withCloseButton={false}
      size={620}
      padding={0}
      yOffset="12vh"
      attributes={{ content: { "aria-label": "Search or jump" } }}
      classNames={{ content: "dialog palette", overlay: "scrim" }}
      transitionProps={{ duration: 120, transition: "fade" }}
    >
      <PaletteBody />
    </Modal>
  );
}

function PaletteBody() {
  const text = useStore(paletteText);
  const [at, setAt] = useState(0);
  const { entries, error } = useEntries(text);
  const chosen = entries[Math.min(at, entries.length - 1)];
  const choose = (entry: Entry | undefined, beside: boolean) => {
    if (entry === undefined) return;
    overlay.set(null);
    if (beside && entry.href !== undefined) window.open(entry.href, "_blank");
    else entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setAt(Math.min(at + 1, entries.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else if (event.key === "Enter") choose(chosen, event.metaKey || event.ctrlKey);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="palette-search">
        <Icon name="search" />
        <input
          data-autofocus
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={chosen === undefined ? undefined : `palette-${chosen.key}`}
          aria-label="Search or jump"
          placeholder="Run id, name, execution or error"
          value={text}
          onChange={(event) => {
            paletteText.set(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id="palette-list" role="listbox" aria-label="Results" className="palette-list">
        {error === null ? null : (
          <p className="small palette-none" role="status">
            Runs could not be searched: {error.message}
          </p>
        )}
        {error === null && entries.length === 0 ? (
          <p className="dim small palette-none">Nothing by this name.</p>
        ) : null}
        {entries.map((entry, index) => (
          <EntryLine
            key={entry.key}
            entry={entry}
            title={entries[index - 1]?.group === entry.group ? null : entry.group}
            on={entry === chosen}
            onPoint={() => setAt(index)}
            onChoose={(beside) => choose(entry, beside)}
          />
        ))}
      </div>
      <div className="palette-foot small dim">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> move
        </span>
        <span>
          <kbd>↵</kbd> open
        </span>
        <span>
          <kbd>⌘ ↵</kbd> open beside
        </span>
        <span className="push">env:prod status:failed also works here</span>
      </div>
    </>
  );
}

function EntryLine(props: {
  entry: Entry;
  title: string | null;
  on: boolean;
  onPoint: () => void;
  onChoose: (beside: boolean) => void;
}) {
  const { entry, title, on } = props;
  return (
    <>
      {title === null ? null : <h3 role="presentation">{title}</h3>}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the search field above has the keys */}
      <div
        id={`palette-${entry.key}`}
        role="option"
        tabIndex={-1}
        aria-selected={on}
        className={`palette-entry ${entry.icon}`}
        onMouseMove={props.onPoint}
        onClick={(event) => props.onChoose(event.metaKey || event.ctrlKey)}
      >
        <Icon name={entry.icon} />
        <span className="cut">
          <bdi>{entry.label}</bdi> {entry.id === undefined ? null : <bdi className="mono dim">{entry.id}</bdi>}
        </span>
        {entry.detail === undefined ? null : <span className="dim cut">{entry.detail}</span>}
        <span className="push line">
          {(entry.keys ?? []).map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      </div>
    </>
  );
}

function useEntries(text: string): { entries: Entry[]; error: Error | null } {
  const search = useSearch();
  const environments = useEnvironments();
  const query = useDeferredValue(text.trim());
  const now = useNow();
  const zone = useZone();
  const asked = useMemo(() => completeEnvironments(parsePalette(query), environments), [query, environments]);
  const found = useQuery({
    queryKey: ["palette", asked],
    queryFn: ({ signal }) => fetchRuns({ ...asked.filters, q: asked.words, limit: 6 }, signal),
    enabled: query !== "",
    placeholderData: keepPreviousData,
  });
  const runs = query === "" ? [] : (found.data?.items ?? []).map((run) => runEntry(run, now, zone));
  const views = useViews().data ?? [];
  const scoped = stringifySearch(scopeOnly(search));
  const words = query.toLowerCase();
  const matches = (entry: Entry) => words === "" || entry.label.toLowerCase().includes(words);
  const entries = [
    ...runs,
    ...filterEntry(query, asked.filters, asked.words),
    ...doEntries().filter(matches),
    ...goEntries(scoped).filter(matches),
    ...views.map(viewEntry).filter(matches),
  ];
  return { entries, error: query === "" ? null : found.error };
}

function runEntry(run: RunItem, now: number, zone: string): Entry {
  const look = lookOf(run);
  const more = run.endedAt === null ? lookDetail(run, now, zone) : relativeTime(new Date(run.endedAt), new Date(now));
  const href = linkTo(runHref(run));
  return {
    key: `run-${run.id}`,
    group: "Runs",
    icon: look,
    label: run.workflowName,
    id: middleCut(run.workflowId, 28),
    detail: `${LOOK_WORD[look].toLowerCase()} ${more}`.trim(),
    href,
    run: () => goTo(href),
  };
}

function filterEntry(query: string, filters: Record<string, string[]>, words: string): Entry[] {
  if (query === "") return [];
  const href = linkTo(`/runs${stringifySearch({ ...filters, q: words === "" ? undefined : words })}`);
  return [{ key: "list", group: "Runs", icon: "runs", label: `All runs for “${query}”`, href, run: () => goTo(href) }];
}

function doEntries(): Entry[] {
  const { paused } = live.status.get();
  return [
    {
      key: "copy",
      group: "Do",
      icon: "copy",
      label: "Copy link to this view",
      run: () => void navigator.clipboard.writeText(location.href),
    },
    {
      key: "pause",
      group: "Do",
      icon: paused ? "play" : "pause",
      label: paused ? "Resume live changes" : "Pause live changes",
      run: () => (paused ? live.resume() : live.pause()),
    },
    { key: "light", group: "Do", icon: "theme", label: "Use the light theme", run: () => themeChoice.set("light") },
    { key: "dark", group: "Do", icon: "theme", label: "Use the dark theme", run: () => themeChoice.set("dark") },
    {
      key: "help",
      group: "Do",
      icon: "help",
      label: "Show all shortcuts",
      keys: ["?"],
      run: () => overlay.set("help"),
    },
  ];
}

function viewEntry(view: SavedView): Entry {
  const href = linkTo(viewHref(view));
  return {
    key: `view-${view.id}`,
    group: "Go to",
    icon: view.page,
    label: view.name,
    detail: `saved view of ${PAGE_WORDS[view.page]}`,
    href,
    run: () => goTo(href),
  };
}

function goEntries(scoped: string): Entry[] {
  return PAGES.filter((page) => !page.path.includes("$")).map((page) => ({
    key: `go-${page.path}`,
    group: "Go to" as const,
    icon: page.rail?.icon ?? "right",
    label: page.title,
    ...(page.rail === undefined ? {} : { keys: ["G", page.rail.key.toUpperCase()] }),
    href: page.path + scoped,
    run: () => goTo(page.path + scoped),
  }));
}
