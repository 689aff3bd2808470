import type { Session } from "../api/sessions";
import { readSegment, runHref, writeSegment } from "./runAddress";

/** The address of a session's page. */
export const sessionHref = (id: string): string => `/sessions/${writeSegment(id)}`;

/** From a path as the browser holds it, still percent-encoded. */
export function readSessionPath(path: string): string | null {
  const [, sessions, id] = path.split("/");
  return sessions !== "sessions" || id === undefined ? null : readSegment(id);
}

/** A session is a run: here is where its raw events are. */
export const asRun = ({ env, serviceKey, workflowSessionId }: Session): string =>
  runHref({ env, serviceKey, workflowId: workflowSessionId });

/** People know orchestrators by where they are; the address stands in the title. */
export function host(url: string | null): string | null {
  if (url === null) return null;
  try {
    return new URL(url).host || url;
  } catch {
    return url;
  }
}
