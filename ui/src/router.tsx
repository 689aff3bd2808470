import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { parseSearch, type Search, stringifySearch } from "./model/search";
import { PAGES, RAIL } from "./pages";
import { NoSuchPage } from "./shell/NoSuchPage";
import { Shell } from "./shell/Shell";
import { history } from "./shell/url";

const root = createRootRoute({ component: Shell, notFoundComponent: NoSuchPage });

const start = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: ({ location }) => {
    throw redirect({ to: RAIL[0]?.path ?? "/runs", search: location.search, replace: true });
  },
});

const pages = PAGES.map((page) =>
  createRoute({ getParentRoute: () => root, path: page.path, component: lazyRouteComponent(page.load) }),
);

export const router = createRouter({
  routeTree: root.addChildren([start, ...pages]),
  history,
  scrollRestoration: true,
  parseSearch: (text) => parseSearch(text),
  stringifySearch: (search) => stringifySearch(search as Search),
});
