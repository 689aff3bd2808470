import { readScope } from "../../model/scope";
import { first, type Search } from "../../model/search";

export interface IngestUrl {
  env: readonly string[];
  service: readonly string[];
  /** the rejected event that is open */
  event: number | null;
}

export function readIngestUrl(search: Search): IngestUrl {
  const { env, service } = readScope(search);
  const event = Number(first(search.event));
  return { env, service, event: Number.isInteger(event) && event > 0 ? event : null };
}

export function isInScope(url: IngestUrl, row: { env: string; serviceKey: string }): boolean {
  return (
    (url.env.length === 0 || url.env.includes(row.env)) &&
    (url.service.length === 0 || url.service.includes(row.serviceKey))
  );
}
