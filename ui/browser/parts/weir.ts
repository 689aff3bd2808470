import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";

const HOME = new URL("../../../", import.meta.url).pathname;
/** The very first start builds everything. */
const READY_MS = 600_000;
const GONE_MS = 30_000;

/** A real Weir, started by its launcher as people do it, with a database of its own. */
export interface Weir {
  url: string;
  /** Stops it and keeps its data, so that it can be started again at the same address. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

export async function startWeir(options: string[] = []): Promise<Weir> {
  const data = await mkdtemp(`${tmpdir()}/weir-browser-`);
  // Known from the moment it is launched: whatever a test waits for in vain, nothing is left running.
  let child: ChildProcess | null = null;
  const end = async () => {
    if (child !== null) await endOf(child);
  };
  const launch = async (port: string) => {
    child = spawnWeir(["up", "--port", port, "--data", `${data}/data`, ...options]);
    return readyAt(child);
  };
  const stop = async () => {
    await end();
    await rm(data, { recursive: true, force: true });
  };
  try {
    const url = await launch("0");
    const resume = async () => void (await launch(new URL(url).port));
    return { url, pause: end, resume, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function spawnWeir(args: string[]): ChildProcess {
  // What is set for a developer's own Weir must not reach this one: it might be its database.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("WEIR_")));
  return spawn(`${HOME}weir`, args, { cwd: HOME, env, stdio: ["ignore", "pipe", "pipe"] });
}

function readyAt(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const fail = (what: string) => reject(new Error(`Weir ${what}; it said:\n${said}`));
    const timer = setTimeout(() => fail("was not ready in time"), READY_MS);
    const hear = (text: string) => {
      said += text;
      const ready = /Weir is ready at (\S+)/.exec(said);
      if (ready?.[1] === undefined) return;
      clearTimeout(timer);
      resolve(ready[1].replace(/\/$/, ""));
    };
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding("utf8");
      output.on("data", hear);
    }
    child.once("error", (error) => fail(`could not be started: ${error.message}`));
    child.once("exit", () => fail("ended instead of serving"));
  });
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), GONE_MS);
  await gone;
  clearTimeout(timer);
}
