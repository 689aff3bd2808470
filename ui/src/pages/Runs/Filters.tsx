import { useEffect, useRef, useState } from "react";
import type { Basis } from "../../model/runFilters";
import { tabOf } from "../../model/runTabs";
import { some } from "../../model/search";
import { count } from "../../model/text";
import { Chip } from "../../parts/Chip";
import { Choice, Drop } from "../../parts/Drop";
import { Icon } from "../../parts/Icon";
import { Segmented } from "../../parts/Segmented";
import { useShortcuts } from "../../shell/keys";
import { changeSearch } from "../../shell/url";
import { useCount } from "./queries";
import type { RunsUrl } from "./url";

const STATUSES = ["pending", "running", "paused", "completed", "failed", "cancelled"];
const HEALTHS = ["ok", "retrying", "waiting", "overdue", "stalled"];
const TYPING_MS = 250;

/** Search, what is filtered by, and which moment of a run the time range is about. */
export function Filters({ url }: { url: RunsUrl }) {
  const { status, health, name } = url.filters;
  // What a tab below says already is not said again.
  const asTab = tabOf(status, health) !== undefined;
  const chips = [
    ...(asTab ? [] : chipsOf("status", status)),
    ...(asTab ? [] : chipsOf("health", health)),
    ...chipsOf("name", name),
  ];
  return (
    <div className="filters">
      <SearchField q={url.filters.q} />
      {chips.map((chip) => (
        <Chip
          key={chip.parameter}
          name={`${chip.parameter} is`}
          value={chip.value}
          onRemove={() => changeSearch({ [chip.parameter]: undefined })}
        />
      ))}
      <AddFilter url={url} />
      <span className="push line basis">
        <span className="small dim">Time is when a run</span>
        <Segmented
          label="Time is when a run"
          choices={[
            { value: "started", label: "started" },
            { value: "ended", label: "ended" },
            { value: "active", label: "was active" },
          ]}
          value={url.basis}
          onChange={(basis: Basis) => changeSearch({ basis: basis === "active" ? undefined : basis })}
        />
      </span>
    </div>
  );
}

function chipsOf(parameter: string, list: readonly string[]): { parameter: string; value: string }[] {
  return list.length === 0 ? [] : [{ parameter, value: list.join(" or ") }];
}

function SearchField({ q }: { q: string }) {
  const [text, setText] = useState(q);
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef(q);
  useShortcuts([{ keys: "/", label: "Search", group: "Runs", run: () => field.current?.focus() }]);
  // The address may change by other means, such as the back button.
  useEffect(() => {
    if (q === asked.current) return;
    asked.current = q;
    setText(q);
  }, [q]);
  useEffect(() => {
    if (text === asked.current) return;
    const timer = setTimeout(() => {
      // The first letter opens an entry of the history, the others change it: one step back undoes the search.
      const replace = asked.current !== "";
      asked.current = text;
      changeSearch({ q: text === "" ? undefined : text }, replace);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <label className="search">
      <Icon name="search" size={14} />
      <span className="unseen">Search runs</span>
      <input
        ref={field}
        type="search"
        value={text}
        placeholder="Search id, name, execution, error"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
      />
      <kbd>/</kbd>
    </label>
  );
}

function AddFilter({ url }: { url: RunsUrl }) {
  const toggle = (parameter: "status" | "health" | "name", value: string) => {
    const list = url.filters[parameter];
    changeSearch({ [parameter]: some(list.includes(value) ? list.filter((one) => one !== value) : [...list, value]) });
  };
  return (
    <Drop name="Add a filter" label="Filter" icon="plus" className="button dashed" chevron={false} align="bottom-start">
      {() => (
        <>
          <h3>Status</h3>
          {STATUSES.map((value) => (
            <Choice key={value} on={url.filters.status.includes(value)} onChoose={() => toggle("status", value)}>
              {value}
            </Choice>
          ))}
          <h3>Health of open runs</h3>
          {HEALTHS.map((value) => (
            <Choice key={value} on={url.filters.health.includes(value)} onChoose={() => toggle("health", value)}>
              {value}
            </Choice>
          ))}
          <NameChoices url={url} onToggle={(value) => toggle("name", value)} />
        </>
      )}
    </Drop>
  );
}

function NameChoices({ url, onToggle }: { url: RunsUrl; onToggle: (name: string) => void }) {
  const { data } = useCount(url, "name", { ...url.filters, name: [] });
  return (
    <>
      <h3>Workflow</h3>
      {(data?.items ?? []).slice(0, 50).map((item) => (
        <Choice
          key={item.value}
          on={url.filters.name.includes(item.value)}
          onChoose={() => onToggle(item.value)}
          hint={count(item.count)}
        >
          <bdi>{item.value}</bdi>
        </Choice>
      ))}
    </>
  );
}
