/** How long people waited for a signal, told to the server as surfaces do it. */
export interface Waited {
  surface: "ui" | "cli" | "ci";
  /** how long ago */
  ago: number;
  ms: number;
  cached?: boolean;
}

/** Under the name of a service that has runs: one of its own would become an environment for all tests. */
export async function tellWaited(url: string, service: string, waited: readonly Waited[]): Promise<void> {
  const rows = waited.map(({ surface, ago, ms, cached = true }) => ({
    eventType: "signal.rendered",
    timestamp: new Date(Date.now() - ago).toISOString(),
    jobId: crypto.randomUUID(),
    surface,
    ttfsMs: ms,
    cacheHit: cached,
    signalSource: cached ? "snapshot" : "cold_start",
  }));
  const answer = await fetch(`${url}/api/v1/ttfs-events?env=production&service=${service}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(rows),
  });
  const said = await answer.text();
  if (!answer.ok || (JSON.parse(said) as { accepted: number }).accepted !== rows.length) {
    throw new Error(`The telemetry was answered with ${answer.status}: ${said}`);
  }
}
