import { expect, test } from "vitest";
import type { JobState } from "../api/types";
import { behindWords } from "./behind";

const fine: JobState = {
  running: true,
  atWork: "2026-01-31T12:00:00.000Z",
  lagEvents: 3,
  lagMs: 120,
  obstacle: null,
};

const jobWords = (job: JobState | null) => behindWords({ job, replica: null });
const replicaWords = (lagMs: number | null, asked = true) =>
  behindWords({ job: null, replica: { running: true, asked, lagMs } });

test("a server that folds, and a job that keeps up, are not worth a word", () => {
  expect(jobWords(null)).toBeNull();
  expect(jobWords(fine)).toBeNull();
  expect(jobWords({ ...fine, lagEvents: null, lagMs: null })).toBeNull();
});

test("a job that is behind says how long, and how many wait", () => {
  const words = jobWords({ ...fine, lagEvents: 41_200, lagMs: 12_400 });
  expect(words?.text).toBe("The job is 12 s behind");
  expect(words?.more).toContain("41,200 events wait");
  expect(jobWords({ ...fine, lagMs: 3 * 60_000 })?.text).toBe("The job is 3 min behind");
});

test("no job at all is said, whatever waits for it", () => {
  expect(jobWords({ ...fine, running: false, lagMs: 90_000 })?.text).toBe("No job is running");
});

test("why nothing can be handed over is the first thing to know", () => {
  const stuck: JobState = { ...fine, running: false, lagEvents: null, lagMs: null };
  expect(jobWords({ ...stuck, obstacle: "brokers_away" })?.text).toBe("The brokers do not answer");
  expect(jobWords({ ...stuck, obstacle: "topic_gone" })?.text).toBe("The brokers lost the topic");
  expect(jobWords({ ...stuck, obstacle: "taken_over" })?.text).toBe("Servers have taken the database over");
});

test("a replica that keeps up, or of which nothing is known, is not worth a word", () => {
  expect(replicaWords(0)).toBeNull();
  expect(replicaWords(4_999)).toBeNull();
  expect(replicaWords(null)).toBeNull();
});

test("a replica that is behind says how long, unless the database itself is asked", () => {
  expect(replicaWords(40 * 60_000)?.text).toBe("The replica is 40 min behind");
  expect(replicaWords(60_000, false)).toBeNull();
});

test("of both, the job is told of: the replica has no more than it", () => {
  const both = behindWords({ job: { ...fine, lagMs: 12_000 }, replica: { running: true, asked: true, lagMs: 9_000 } });
  expect(both?.text).toBe("The job is 12 s behind");
});
