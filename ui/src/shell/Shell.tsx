import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { fetchMeta } from "../api/endpoints";
import { LiveUpdates } from "../live/LiveUpdates";
import { markEnvironments } from "../model/environments";
import { scopeOnly } from "../model/scope";
import { stringifySearch } from "../model/search";
import { pageOf, RAIL } from "../pages";
import { HatchPattern } from "../parts/Shape";
import { EnvironmentMarks, useEnvironments } from "./environments";
import { listenToKeys, useShortcuts } from "./keys";
import { openPalette, overlay } from "./overlay";
import { Rail, TabBar } from "./Rail";
import { ScopeBar } from "./ScopeBar";
import { StaleBanner } from "./StaleBanner";
import { goTo, usePath, useScope, useSearch } from "./url";

const Overlays = lazy(() => import("./Overlays"));
const FirstRun = lazy(() => import("../pages/FirstRun"));

/** What a page shows whatever the scope is, is kept up to date whatever the scope is. */
const EVERYWHERE = { env: [], service: [] };

export function Shell() {
  const scope = useScope();
  const page = pageOf(usePath());
  const names = useEnvironments();
  const marks = useMemo(() => markEnvironments(names), [names]);
  useEffect(listenToKeys, []);
  useEffect(listenForPalette, []);
  useGlobalShortcuts();
  return (
    <EnvironmentMarks value={marks}>
      <LiveUpdates {...(page?.fixed?.scope ? EVERYWHERE : scope)} />
      <HatchPattern />
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="app">
        <Rail />
        <div className="main">
          <ScopeBar />
          <StaleBanner />
          <main id="main" tabIndex={-1}>
            <Suspense fallback={null}>
              <Content />
            </Suspense>
          </main>
        </div>
      </div>
      <TabBar />
      <Suspense fallback={null}>
        <OverlaysOnceOpened />
      </Suspense>
    </EnvironmentMarks>
  );
}

/** An instance that has never seen an event shows how to send the first one, whatever was asked for. */
function Content() {
  const meta = useQuery({ queryKey: ["meta"], queryFn: ({ signal }) => fetchMeta(signal) });
  const path = usePath();
  return meta.data?.empty === true && path !== "/ingest" ? <FirstRun /> : <Outlet />;
}

/** Palette and help are loaded when first wanted. */
function OverlaysOnceOpened() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => overlay.subscribe(() => setWanted(true)), []);
  return wanted ? <Overlays /> : null;
}

function useGlobalShortcuts() {
  const search = useSearch();
  const scoped = stringifySearch(scopeOnly(search));
  useShortcuts([
    ...RAIL.map((page) => ({
      keys: `g ${page.rail?.key}`,
      label: page.title,
      group: "Go to",
      run: () => goTo(page.path + scoped),
    })),
    { keys: "?", label: "All shortcuts", group: "Everywhere", run: () => overlay.set("help") },
  ]);
}

function listenForPalette(): () => void {
  const hear = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    if (overlay.get() === "palette") overlay.set(null);
    else openPalette();
  };
  document.addEventListener("keydown", hear);
  return () => document.removeEventListener("keydown", hear);
}
