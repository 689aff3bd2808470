import { beforeEach, describe, expect, it } from "vitest";
import type { RunItem } from "../api/types";
import { aRun } from "../model/fixture";
import { BATCH_MS, LiveConnection, LOST_MS, SILENCE_MS, type Source, type Surroundings } from "./connection";

/** A browser in which time passes by hand. */
class Browser implements Surroundings {
  time = 0;
  sources: FakeSource[] = [];
  private timers: { at: number; run: () => void }[] = [];

  open(url: string): Source {
    const source = new FakeSource(url);
    this.sources.push(source);
    return source;
  }
  now = () => this.time;
  after(ms: number, run: () => void): () => void {
    const timer = { at: this.time + ms, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  }
  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const next = this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.time = next.at;
      next.run();
    }
    this.time = end;
  }
  get source(): FakeSource {
    const last = this.sources.at(-1);
    if (last === undefined) throw new Error("nothing was opened");
    return last;
  }
}

class FakeSource implements Source {
  closed = false;
  private listeners = new Map<string, (event: MessageEvent<string>) => void>();
  constructor(readonly url: string) {}
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void {
    this.listeners.set(type, listener);
  }
  close(): void {
    this.closed = true;
  }
  send(type: string, data: unknown, lastEventId = ""): void {
    this.listeners.get(type)?.({ data: JSON.stringify(data), lastEventId } as MessageEvent<string>);
  }
}

describe("the live connection", () => {
  let browser: Browser;
  let live: LiveConnection;
  let batches: RunItem[][];

  beforeEach(() => {
    browser = new Browser();
    live = new LiveConnection(browser);
    batches = [];
    live.onRuns((runs) => batches.push(runs));
    live.connect({ env: ["production"], service: [] });
    browser.source.send("hello", { position: 5, resumed: false, eventsPerSecond: 412 }, "5");
  });

  it("is live after the greeting, within its scope", () => {
    expect(browser.source.url).toBe("/api/v1/stream?topics=runs%2Ccounts%2Cfirst_signal&env=production");
    expect(live.status.get()).toMatchObject({ state: "live", eventsPerSecond: 412 });
  });

  it("hands on the last state of each run, in batches", () => {
    browser.source.send("run", aRun({ id: "a", status: "running" }), "6");
    browser.source.send("run", aRun({ id: "b" }), "7");
    browser.source.send("run", aRun({ id: "a", status: "failed" }), "8");
    expect(batches).toEqual([]);
    browser.pass(100);
    expect(batches.map((runs) => runs.map((run) => [run.id, run.status]))).toEqual([
      [
        ["a", "failed"],
        ["b", "completed"],
      ],
    ]);
  });

  it("hands on the last signal of each job, and holds it while paused", () => {
    const heard: string[][] = [];
    const stop = live.onSignals((signals) => heard.push(signals.map((one) => `${one.jobId} ${one.summary}`)));
    expect(browser.source.url).toContain("first_signal");
    browser.source.send("first_signal", { jobId: "a", summary: "At one." }, "6");
    browser.source.send("first_signal", { jobId: "a", summary: "At two." }, "7");
    browser.pass(100);
    expect(heard).toEqual([["a At two."]]);
    live.pause();
    browser.source.send("first_signal", { jobId: "a", summary: "Completed." }, "8");
    browser.pass(1_000);
    expect(heard).toHaveLength(1);
    live.resume();
    expect(heard[1]).toEqual(["a Completed."]);
    stop();
    browser.source.send("first_signal", { jobId: "a", summary: "Not for anybody." }, "9");
    browser.pass(1_000);
    expect(heard).toHaveLength(2);
  });

  it("shows a single change at once, and many at a pace", () => {
    browser.source.send("run", aRun({ id: "a" }), "6");
    browser.pass(10);
    expect(batches).toHaveLength(1);
    browser.source.send("run", aRun({ id: "b" }), "7");
    browser.pass(BATCH_MS - 20);
    expect(batches).toHaveLength(1);
    browser.pass(20);
    expect(batches).toHaveLength(2);
  });

  it("holds changes while paused, counts them, and gives them on resuming", () => {
    live.pause();
    browser.source.send("run", aRun({ id: "a" }), "6");
    browser.source.send("run", aRun({ id: "a" }), "7");
    browser.pass(5_000);
    expect(batches).toEqual([]);
    expect(live.status.get()).toMatchObject({ state: "live", paused: true, waiting: 1 });
    live.resume();
    expect(batches).toHaveLength(1);
    expect(live.status.get()).toMatchObject({ state: "live", paused: false, waiting: 0 });
  });

  it("resumes behind the last thing it saw", () => {
    browser.source.send("run", aRun(), "8");
    browser.source.send("error", null);
    expect(live.status.get()).toMatchObject({ state: "reconnecting", since: 0 });
    browser.pass(500);
    expect(browser.source.url).toContain("after=8");
    browser.source.send("hello", { position: 8, resumed: true }, "8");
    expect(live.status.get().state).toBe("live");
  });

  it("says that it is lost when it does not come back, and since when", () => {
    browser.pass(3_000);
    browser.source.send("error", null);
    for (let tries = 0; tries < 4; tries++) {
      browser.pass(4_000);
      browser.source.send("error", null);
    }
    expect(browser.time - 3_000).toBeGreaterThan(LOST_MS);
    expect(live.status.get()).toMatchObject({ state: "lost", since: 3_000 });
    live.tryNow();
    browser.source.send("hello", {}, "9");
    expect(live.status.get().state).toBe("live");
  });

  it("says that it is lost while it is paused, and does not take resuming for a connection", () => {
    live.pause();
    browser.source.send("error", null);
    browser.pass(LOST_MS);
    expect(live.status.get()).toMatchObject({ state: "lost", paused: true });
    live.resume();
    expect(live.status.get()).toMatchObject({ state: "lost", paused: false });
    live.pause();
    browser.source.send("hello", {}, "9");
    expect(live.status.get()).toMatchObject({ state: "live", paused: true });
  });

  it("says that it is lost when the scope changes meanwhile", () => {
    browser.source.send("error", null);
    live.close();
    live.connect({ env: ["staging"], service: [] });
    browser.source.send("error", null);
    expect(live.status.get().state).toBe("reconnecting");
    browser.pass(LOST_MS);
    expect(live.status.get()).toMatchObject({ state: "lost", since: 0 });
  });

  it("does not trust silence", () => {
    const first = browser.source;
    browser.pass(1_000);
    first.send("rate", { eventsPerSecond: 0 }, "5");
    browser.pass(SILENCE_MS);
    expect(first.closed).toBe(true);
    expect(live.status.get()).toMatchObject({ state: "reconnecting", since: 1_000 });
  });

  it("stays live while only the rate comes", () => {
    for (let beat = 0; beat < 20; beat++) {
      browser.pass(2_000);
      browser.source.send("rate", { eventsPerSecond: 0 }, "5");
    }
    expect(live.status.get()).toMatchObject({ state: "live", eventsPerSecond: 0 });
  });

  it("asks for everything anew when the gap was too long, and forgets its place", () => {
    let resets = 0;
    live.onReset(() => resets++);
    browser.source.send("reset", {});
    expect(resets).toBe(1);
    browser.source.send("error", null);
    browser.pass(500);
    expect(browser.source.url).not.toContain("after=");
  });

  it("ignores a connection that it has left", () => {
    const old = browser.source;
    live.connect({ env: ["staging"], service: [] });
    old.send("run", aRun(), "99");
    browser.pass(1_000);
    expect(batches).toEqual([]);
  });
});
