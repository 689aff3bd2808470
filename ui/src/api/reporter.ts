import { queryString } from "./client";
import type { TtfsEvent } from "./signals";
import type { RunRef } from "./types";

const PATH = "/api/v1/ttfs-events";
const TOGETHER_MS = 1_000;
const MOST_AT_ONCE = 50;

/** The part of the browser that is used; tests bring their own. */
export interface Post {
  /** while the page is there, and should it go in the meantime */
  send(path: string, body: string): void;
  /** when the page may be gone at once */
  leave(path: string, body: string): void;
  after(ms: number, run: () => void): void;
}

/**
 * Tells the server how the window did, a few things at a time. It is told as well as can be: what does not get through is
 * lost, for nobody who looks at a run should wait for it, nor hear of it.
 */
export class Reporter {
  private waiting: { path: string; event: TtfsEvent }[] = [];
  private due = false;

  constructor(private readonly by: Post) {}

  /** @param of whose run it is about: told under another name it would become an environment of its own */
  tell(of: Pick<RunRef, "env" | "serviceKey">, events: readonly TtfsEvent[]): void {
    if (events.length === 0) return;
    const path = PATH + queryString({ env: of.env, service: of.serviceKey });
    this.waiting.push(...events.map((event) => ({ path, event })));
    this.waiting.splice(0, this.waiting.length - MOST_AT_ONCE);
    if (this.due) return;
    this.due = true;
    this.by.after(TOGETHER_MS, () => this.empty((path, body) => this.by.send(path, body)));
  }

  leave(): void {
    this.empty((path, body) => this.by.leave(path, body));
  }

  private empty(send: (path: string, body: string) => void): void {
    this.due = false;
    const all = this.waiting;
    this.waiting = [];
    for (const path of new Set(all.map((one) => one.path))) {
      send(path, JSON.stringify(all.filter((one) => one.path === path).map(({ event }) => event)));
    }
  }
}

export const browserPost: Post = {
  send(path, body) {
    void fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body, keepalive: true }).catch(
      () => {},
    );
  },
  leave(path, body) {
    navigator.sendBeacon?.(path, new Blob([body], { type: "application/json" }));
  },
  after: (ms, run) => void setTimeout(run, ms),
};
