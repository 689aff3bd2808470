import { history } from "./url";

/**
 * When the page that is shown was asked for, on the clock of `performance.now()`: zero if the browser came here, else when
 * the path changed. Another tab or filter of the same page is no other page.
 */
let began = 0;
let path = history.location.pathname;

history.subscribe(({ location }) => {
  if (location.pathname === path) return;
  path = location.pathname;
  began = performance.now();
});

export const navigationStart = (): number => began;
