import type { TtfsEvent } from "./signals";

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
  private waiting: TtfsEvent[] = [];
  private due = false;

  constructor(private readonly by: Post) {}

  tell(events: readonly TtfsEvent[]): void {
    if (events.length === 0) return;
    this.waiting.push(...events);
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
    const events = this.waiting;
    this.waiting = [];
    if (events.length > 0) send(PATH, JSON.stringify(events));
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
