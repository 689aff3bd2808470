import { createBrowserHistory, useRouterState } from "@tanstack/react-router";
import { useMemo } from "react";
import { carryScope, readScope, type Scope } from "../model/scope";
import { parseSearch, type Search, stringifySearch } from "../model/search";
import { localZone } from "../model/when";

/** The address is the whole state of a page: what it shows is read from here, and every change is written here. */
export const history = createBrowserHistory();

export function goTo(href: string, replace = false): void {
  if (replace) history.replace(href);
  else history.push(href);
}

/** The address as it is now, with some parameters changed; undefined removes one. */
export function hrefWith(patch: Search): string {
  const { pathname, search } = history.location;
  return pathname + stringifySearch({ ...parseSearch(search), ...patch });
}

export function changeSearch(patch: Search, replace = false): void {
  goTo(hrefWith(patch), replace);
}

export function useSearch(): Search {
  const text = useRouterState({ select: (state) => state.location.searchStr });
  return useMemo(() => parseSearch(text), [text]);
}

/** Where a link of this window leads. */
export const linkTo = (href: string): string => carryScope(href, parseSearch(history.location.search));

export const usePath = (): string => useRouterState({ select: (state) => state.location.pathname });

export function useScope(): Scope {
  const search = useSearch();
  return useMemo(() => readScope(search), [search]);
}

export const useZone = (): string => useScope().zone ?? localZone();
