import { useEffect, useRef, useState } from "react";
import { useShortcuts } from "../shell/keys";
import { changeSearch } from "../shell/url";
import { Icon } from "./Icon";

const TYPING_MS = 250;

interface SearchFieldProps {
  q: string;
  /** what is searched, as people call it */
  what: string;
  /** where its key stands in the help */
  group: string;
  placeholder: string;
}

/** What is typed goes into the address as `q`, a moment after the last letter. */
export function SearchField({ q, what, group, placeholder }: SearchFieldProps) {
  const [text, setText] = useState(q);
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef(q);
  useShortcuts([{ keys: "/", label: "Search", group, run: () => field.current?.focus() }]);
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
      <span className="unseen">Search {what}</span>
      <input
        ref={field}
        type="search"
        value={text}
        placeholder={placeholder}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
      />
      <kbd>/</kbd>
    </label>
  );
}
