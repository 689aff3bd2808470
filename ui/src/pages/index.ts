import type { ComponentType } from "react";
import type { IconName } from "../parts/Icon";

/**
 * Every page, in the order of the rail: what goes on, what it means, how the house is kept. A page is added here and nowhere
 * else; one without `rail` has an address only.
 */
export interface PageEntry {
  path: string;
  title: string;
  load: () => Promise<{ default: ComponentType }>;
  rail?: { icon: IconName; group: 1 | 2 | 3; key: string };
  /** what of the scope this page cannot use: the time, with the word shown in its place; environments and services */
  fixed?: { time?: string; scope?: boolean };
}

export const PAGES: readonly PageEntry[] = [
  {
    path: "/overview",
    title: "Overview",
    load: () => import("./Overview"),
    rail: { icon: "overview", group: 1, key: "o" },
  },
  {
    path: "/active",
    title: "Active",
    load: () => import("./Active"),
    rail: { icon: "active", group: 1, key: "a" },
    fixed: { time: "Now" },
  },
  {
    path: "/runs",
    title: "Runs",
    load: () => import("./Runs"),
    rail: { icon: "runs", group: 1, key: "r" },
  },
  {
    path: "/failures",
    title: "Failures",
    load: () => import("./Failures"),
    rail: { icon: "failures", group: 1, key: "f" },
  },
  {
    path: "/runs/$env/$service/$id",
    title: "Run",
    load: () => import("./Run"),
    fixed: { time: "This run", scope: true },
  },
  {
    path: "/stages",
    title: "Stages",
    load: () => import("./Stages"),
    rail: { icon: "stages", group: 2, key: "s" },
  },
  {
    path: "/stages/workflows",
    title: "Behind the number",
    load: () => import("./StageWorkflows"),
  },
  {
    path: "/sessions",
    title: "Sessions",
    load: () => import("./Sessions"),
    rail: { icon: "sessions", group: 2, key: "e" },
  },
  {
    path: "/sessions/$id",
    title: "Session",
    load: () => import("./Session"),
    fixed: { time: "This session", scope: true },
  },
  {
    path: "/signals",
    title: "Signals",
    load: () => import("./Signals"),
    rail: { icon: "signals", group: 2, key: "i" },
    fixed: { scope: true },
  },
  {
    path: "/signatures",
    title: "Signatures",
    load: () => import("./Signatures"),
    fixed: { time: "All time" },
  },
  {
    path: "/analytics",
    title: "Analytics",
    load: () => import("./Analytics"),
    rail: { icon: "analytics", group: 2, key: "n" },
  },
  {
    path: "/services",
    title: "Services",
    load: () => import("./Services"),
    rail: { icon: "services", group: 2, key: "v" },
  },
  {
    path: "/ingest",
    title: "Ingest",
    load: () => import("./Ingest"),
    rail: { icon: "ingest", group: 3, key: "t" },
    fixed: { time: "All time" },
  },
];

export const RAIL = PAGES.filter((page) => page.rail !== undefined);

/** The page a path belongs to: the longest that begins it. */
export function pageOf(path: string): PageEntry | undefined {
  return [...PAGES]
    .sort((a, b) => b.path.length - a.path.length)
    .find((page) => path === page.path || path.startsWith(`${page.path.split("/$")[0]}/`));
}
