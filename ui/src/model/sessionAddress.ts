import { readSegment, writeSegment } from "./runAddress";

/** The address of a session's page. */
export const sessionHref = (id: string): string => `/sessions/${writeSegment(id)}`;

/** From a path as the browser holds it, still percent-encoded. */
export function readSessionPath(path: string): string | null {
  const [, sessions, id] = path.split("/");
  return sessions !== "sessions" || id === undefined ? null : readSegment(id);
}
