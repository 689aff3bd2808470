import type { RunRef } from "../api/types";

/**
 * The address of a run's page. An id may be anything; what browsers would resolve (`.`, `..`) or swallow (nothing at all)
 * is written with a tilde in front.
 */
export function runHref(run: RunRef & { leadsTo?: number }): string {
  const path = `/runs/${[run.env, run.serviceKey, run.workflowId].map(writeSegment).join("/")}`;
  return run.leadsTo === undefined ? path : `${path}?run=${run.leadsTo}`;
}

/** From a path as the browser holds it, still percent-encoded. */
export function readRunPath(path: string): RunRef | null {
  const [, runs, env, serviceKey, workflowId] = path.split("/");
  if (runs !== "runs" || env === undefined || serviceKey === undefined || workflowId === undefined) return null;
  return { env: readSegment(env), serviceKey: readSegment(serviceKey), workflowId: readSegment(workflowId) };
}

export function writeSegment(text: string): string {
  const risky = text === "" || text === "." || text === ".." || text.startsWith("~");
  return encodeURIComponent(risky ? `~${text}` : text);
}

export function readSegment(segment: string): string {
  let text = segment;
  try {
    text = decodeURIComponent(segment);
  } catch {
    // A lone percent sign typed by hand: take it as it stands.
  }
  return text.startsWith("~") ? text.slice(1) : text;
}
