import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Problem } from "../../api/client";
import { browserPost, Reporter } from "../../api/reporter";
import type { FoundSignal, Signal, TtfsEvent } from "../../api/signals";
import type { Meta, RunRef } from "../../api/types";
import { serverNow } from "../../live";
import { eventsDue, type Opening, opened, TIMEOUT_MS } from "../../model/signalTelemetry";
import { navigationStart } from "../../shell/navigation";

const reporter = new Reporter(browserPost);

export interface Shown {
  run: RunRef;
  job: Opening["job"];
  /** the one that is on the screen */
  signal: Signal | null;
  /** the answer that tells where signals come from */
  found: FoundSignal | undefined;
  error: unknown;
}

/**
 * Tells the server how long a person waited for the first signal of a run, once for each run that is opened. Never for an
 * earlier run or moment, of which there is no signal: its `job` is null.
 *
 * @returns how long it took, in milliseconds; null until then
 */
export function useSignalTelemetry({ run, job, signal, found, error }: Shown): number | null {
  const queries = useQueryClient();
  const watch = useRef<Watch | null>(null);
  const [tookMs, setTookMs] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run is another page
  useEffect(() => {
    const watching = new Watch(run, navigationStart(), () => queries.getQueryData<Meta>(["meta"])?.version ?? null);
    watch.current = watching;
    return () => watching.end();
  }, [queries]);

  const jobId = job?.jobId;
  const runId = job?.runId ?? null;
  useEffect(() => {
    if (jobId !== undefined) watch.current?.learn({ job: { jobId, runId } });
  }, [jobId, runId]);

  const isShown = signal !== null;
  const { kind, phase } = signal ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first one counts, whatever becomes of it
  useEffect(() => {
    if (kind === undefined || phase === undefined || watch.current === null) return;
    const watching = watch.current;
    return afterPaint(() => {
      const ms = watching.elapsed();
      watching.learn({ painted: { ms, kind, phase } });
      setTookMs(ms);
    });
  }, [isShown]);

  useEffect(() => {
    const watching = watch.current;
    if (found === undefined || watching === null) return;
    watching.learn({ found: { ...found, ms: watching.elapsed() } });
  }, [found]);

  useEffect(() => {
    const watching = watch.current;
    if (!error || watching === null) return;
    const [code, message] = error instanceof Problem ? [error.code, error.message] : ["page_error", String(error)];
    watching.learn({ failed: { ms: watching.elapsed(), code, message } });
  }, [error]);
  return tookMs;
}

/** Follows one opening until its signal was seen, or the person went on. */
class Watch {
  private opening: Opening;
  private readonly told = new Set<TtfsEvent["eventType"]>();
  private readonly timer: ReturnType<typeof setTimeout>;

  constructor(
    private readonly run: RunRef,
    private readonly began: number,
    private readonly release: () => string | null,
  ) {
    this.opening = opened(newId(), serverNow() - this.elapsed());
    this.opening.unseen = document.hidden;
    this.timer = setTimeout(() => {
      if (this.opening.painted === null) this.learn({ late: true });
    }, TIMEOUT_MS - this.elapsed());
    document.addEventListener("visibilitychange", this.look);
    window.addEventListener("pagehide", this.leave);
  }

  elapsed = (): number => performance.now() - this.began;

  /** What is known first stays: a signal that changes is not seen for the first time again. */
  learn(more: Partial<Opening>): void {
    const known = Object.fromEntries(
      Object.entries(this.opening).filter(([, value]) => value !== null && value !== false),
    );
    this.opening = { ...this.opening, ...more, ...known };
    const due = eventsDue(this.opening, { ...around(), release: this.release() }, this.told);
    for (const { eventType } of due) this.told.add(eventType);
    reporter.tell(this.run, due);
  }

  end(): void {
    this.learn({ left: true });
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.look);
    window.removeEventListener("pagehide", this.leave);
  }

  private readonly look = () => {
    if (!document.hidden) return;
    this.learn({ unseen: true });
    reporter.leave();
  };

  private readonly leave = () => {
    this.learn({ left: true });
    reporter.leave();
  };
}

interface Hints {
  connection?: { effectiveType?: string };
  userAgentData?: { mobile?: boolean };
}

function around() {
  const { connection, userAgentData } = navigator as Hints;
  const mobile = userAgentData?.mobile ?? matchMedia("(max-width: 720px)").matches;
  return {
    networkState: navigator.onLine ? (connection?.effectiveType ?? "online") : "offline",
    device: mobile ? "mobile" : "desktop",
  };
}

/** There is no UUID without a safe connection; this one only has to differ from the others of a day. */
const newId = (): string =>
  crypto.randomUUID?.() ?? `ui-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** The next frame draws what was changed; what comes behind it comes after it was drawn. */
function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
