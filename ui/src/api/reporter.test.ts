import { expect, it } from "vitest";
import { type Post, Reporter } from "./reporter";
import type { TtfsEvent } from "./signals";

const OF = { env: "production", serviceKey: "orders" };
const event = (jobId: string) => ({ jobId }) as TtfsEvent;

class Browser implements Post {
  said: string[] = [];
  private later: (() => void)[] = [];
  send = (path: string, body: string) => void this.said.push(`${path} ${jobs(body)}`);
  leave = (_: string, body: string) => void this.said.push(`leaving ${jobs(body)}`);
  after = (_: number, run: () => void) => void this.later.push(run);
  pass() {
    for (const run of this.later.splice(0)) run();
  }
}
const jobs = (body: string) => (JSON.parse(body) as TtfsEvent[]).map(({ jobId }) => jobId).join(",");

it("tells several things together, and each once", () => {
  const browser = new Browser();
  const reporter = new Reporter(browser);
  reporter.tell(OF, [event("a")]);
  reporter.tell(OF, [event("b"), event("c")]);
  expect(browser.said).toEqual([]);
  browser.pass();
  browser.pass();
  expect(browser.said).toEqual(["/api/v1/ttfs-events?env=production&service=orders a,b,c"]);
  reporter.tell(OF, [event("d")]);
  browser.pass();
  expect(browser.said[1]).toBe("/api/v1/ttfs-events?env=production&service=orders d");
});

it("tells what waits before the page goes", () => {
  const browser = new Browser();
  const reporter = new Reporter(browser);
  reporter.leave();
  reporter.tell(OF, [event("a")]);
  reporter.leave();
  browser.pass();
  expect(browser.said).toEqual(["leaving a"]);
});

it("does not pile up", () => {
  const browser = new Browser();
  const reporter = new Reporter(browser);
  reporter.tell(
    OF,
    Array.from({ length: 80 }, (_, n) => event(String(n))),
  );
  browser.pass();
  expect(browser.said[0]?.split(",")).toHaveLength(50);
  expect(browser.said[0]).toMatch(/,79$/);
});

it("tells of each service under its own name", () => {
  const browser = new Browser();
  const reporter = new Reporter(browser);
  reporter.tell(OF, [event("a")]);
  reporter.tell({ env: "staging", serviceKey: "a b" }, [event("b")]);
  reporter.tell(OF, [event("c")]);
  browser.pass();
  expect(browser.said).toEqual([
    "/api/v1/ttfs-events?env=production&service=orders a,c",
    "/api/v1/ttfs-events?env=staging&service=a+b b",
  ]);
});
