import { queryString } from "../api/client";
import type { Signal } from "../api/signals";
import type { RunItem } from "../api/types";
import { createStore, type Store } from "../model/store";

/**
 * The one live connection of the page. It resumes where it stopped, says how it stands, and hands on changed runs in small
 * batches, each run once, so that a thousand events a second cost ten updates of the screen.
 */
export type LiveState = "connecting" | "live" | "reconnecting" | "lost";

export interface LiveStatus {
  state: LiveState;
  /** since when it is so, in ms */
  since: number;
  eventsPerSecond: number | null;
  /** by the reader: changes are held back. What becomes of the connection meanwhile is said all the same. */
  paused: boolean;
  /** changes that came while it was paused */
  waiting: number;
}

export interface LiveScope {
  env: readonly string[];
  service: readonly string[];
}

/** The part of EventSource that is used; tests bring their own. */
export interface Source {
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

export interface Surroundings {
  open(url: string): Source;
  now(): number;
  after(ms: number, run: () => void): () => void;
}

/** What changes is shown together: at once if nothing was shown for a while, else at this pace. */
export const BATCH_MS = 100;
const TOGETHER_MS = 10;
/** The server says its rate every 2 s: silence this long means the connection is dead, whatever the browser thinks. */
export const SILENCE_MS = 8_000;
export const LOST_MS = 8_000;
const RETRY_MS = [500, 1_000, 2_000, 4_000] as const;

export class LiveConnection {
  readonly status: Store<LiveStatus>;
  private source: Source | null = null;
  private scope: LiveScope = { env: [], service: [] };
  private position: string | null = null;
  private changed = new Map<string, RunItem>();
  private signals = new Map<string, Signal>();
  private countsDue = false;
  private troubleSince: number | null = null;
  private attempts = 0;
  private lastHeard = 0;
  private lastFlush = Number.NEGATIVE_INFINITY;
  private cancelRetry = () => {};
  private cancelSilence = () => {};
  private cancelLost = () => {};
  private cancelFlush: (() => void) | null = null;
  private readonly runListeners = new Set<(runs: RunItem[]) => void>();
  private readonly signalListeners = new Set<(signals: Signal[]) => void>();
  private readonly countListeners = new Set<() => void>();
  private readonly resetListeners = new Set<() => void>();

  constructor(private readonly around: Surroundings) {
    this.status = createStore<LiveStatus>({
      state: "connecting",
      since: around.now(),
      eventsPerSecond: null,
      paused: false,
      waiting: 0,
    });
  }

  onRuns(listener: (runs: RunItem[]) => void): () => void {
    this.runListeners.add(listener);
    return () => this.runListeners.delete(listener);
  }

  onSignals(listener: (signals: Signal[]) => void): () => void {
    this.signalListeners.add(listener);
    return () => this.signalListeners.delete(listener);
  }

  onCounts(listener: () => void): () => void {
    this.countListeners.add(listener);
    return () => this.countListeners.delete(listener);
  }

  /** The gap was too long to resume: whatever is shown must be loaded again. */
  onReset(listener: () => void): () => void {
    this.resetListeners.add(listener);
    return () => this.resetListeners.delete(listener);
  }

  connect(scope: LiveScope): void {
    this.lastHeard = this.around.now();
    this.scope = scope;
    this.attempts = 0;
    this.watchTrouble();
    this.open();
  }

  close(): void {
    this.cancelRetry();
    this.cancelSilence();
    this.cancelLost();
    this.cancelFlush?.();
    this.cancelFlush = null;
    this.source?.close();
    this.source = null;
  }

  pause(): void {
    this.status.set({ ...this.status.get(), paused: true });
  }

  resume(): void {
    this.status.set({ ...this.status.get(), paused: false });
    this.flush();
  }

  /** By hand, from the banner. */
  tryNow(): void {
    this.attempts = 0;
    this.open();
  }

  private open(): void {
    this.cancelRetry();
    this.source?.close();
    const { env, service } = this.scope;
    const source = this.around.open(
      `/api/v1/stream${queryString({ topics: "runs,counts,first_signal", env, service, after: this.position })}`,
    );
    this.source = source;
    const listen = (type: string, take: (data: string) => void) =>
      source.addEventListener(type, (event) => {
        if (this.source !== source) return;
        this.heard();
        if (event.lastEventId) this.position = event.lastEventId;
        take(event.data);
      });
    listen("hello", (data) => this.hello(data));
    listen("run", (data) => this.take(JSON.parse(data) as RunItem));
    listen("first_signal", (data) => this.takeSignal(data));
    listen("counts", () => this.takeCounts());
    listen("rate", (data) => this.rate((JSON.parse(data) as { eventsPerSecond: number }).eventsPerSecond));
    listen("reset", () => this.reset());
    source.addEventListener("error", () => {
      if (this.source === source) this.broke();
    });
    this.watchSilence();
  }

  private hello(data: string): void {
    const greeting = JSON.parse(data) as { eventsPerSecond?: number };
    this.attempts = 0;
    this.troubleSince = null;
    this.cancelLost();
    this.status.set({ ...this.status.get(), eventsPerSecond: greeting.eventsPerSecond ?? null });
    this.say("live");
  }

  private reset(): void {
    this.position = null;
    this.changed.clear();
    this.signals.clear();
    for (const listener of this.resetListeners) listener();
  }

  private rate(eventsPerSecond: number): void {
    this.status.set({ ...this.status.get(), eventsPerSecond });
  }

  private take(run: RunItem): void {
    this.changed.set(run.id, run);
    this.due();
  }

  /** Only a run's own page wants them: elsewhere they are not even read. */
  private takeSignal(data: string): void {
    if (this.signalListeners.size === 0) return;
    const signal = JSON.parse(data) as Signal;
    this.signals.set(signal.jobId, signal);
    this.due();
  }

  private takeCounts(): void {
    this.countsDue = true;
    this.due();
  }

  private due(): void {
    if (this.status.get().paused) {
      this.status.set({ ...this.status.get(), waiting: this.changed.size });
      return;
    }
    const rest = this.lastFlush + BATCH_MS - this.around.now();
    this.cancelFlush ??= this.around.after(Math.max(TOGETHER_MS, rest), () => this.flush());
  }

  private flush(): void {
    this.cancelFlush?.();
    this.cancelFlush = null;
    this.lastFlush = this.around.now();
    if (this.changed.size > 0) {
      const runs = [...this.changed.values()];
      this.changed = new Map();
      for (const listener of this.runListeners) listener(runs);
    }
    if (this.signals.size > 0) {
      const signals = [...this.signals.values()];
      this.signals = new Map();
      for (const listener of this.signalListeners) listener(signals);
    }
    if (this.countsDue) {
      this.countsDue = false;
      for (const listener of this.countListeners) listener();
    }
    if (this.status.get().waiting > 0) this.status.set({ ...this.status.get(), waiting: 0 });
  }

  private heard(): void {
    this.lastHeard = this.around.now();
    this.watchSilence();
  }

  private watchSilence(): void {
    this.cancelSilence();
    this.cancelSilence = this.around.after(SILENCE_MS, () => this.broke(this.lastHeard));
  }

  /**
   * The browser's own reconnecting gives up on an HTTP error, so all of it is done here.
   *
   * @param since until when all was well: after a silence that is when something was last heard
   */
  private broke(since = this.around.now()): void {
    this.source?.close();
    this.source = null;
    this.cancelSilence();
    if (this.troubleSince === null) {
      this.troubleSince = since;
      this.watchTrouble();
      this.say("reconnecting");
    }
    const wait = RETRY_MS[Math.min(this.attempts++, RETRY_MS.length - 1)] ?? 4_000;
    this.cancelRetry = this.around.after(wait, () => this.open());
  }

  /** A change of scope is no end of the trouble. */
  private watchTrouble(): void {
    this.cancelLost();
    if (this.troubleSince !== null) this.cancelLost = this.around.after(LOST_MS, () => this.say("lost"));
  }

  private say(state: LiveState): void {
    const before = this.status.get();
    if (before.state === state) return;
    const troubled = state === "reconnecting" || state === "lost";
    const since = troubled && this.troubleSince !== null ? this.troubleSince : this.around.now();
    this.status.set({ ...before, state, since });
  }
}

export const browserSurroundings: Surroundings = {
  open: (url) => new EventSource(url) as unknown as Source,
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
