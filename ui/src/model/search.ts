/** The part of the address behind `?`, with repeated parameters as lists, and written so that people can read it. */
export type Search = Record<string, string | string[] | undefined>;

export function parseSearch(text: string): Search {
  const search: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const known = search[name];
    if (known === undefined) search[name] = value;
    else if (Array.isArray(known)) known.push(value);
    else search[name] = [known, value];
  }
  return search;
}

export function stringifySearch(search: Search): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(search)) {
    for (const one of values(value)) parts.push(`${readable(name)}=${readable(one)}`);
  }
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** Colons, commas and slashes may stand in a query as they are. */
function readable(text: string): string {
  return encodeURIComponent(text).replace(/%3A/g, ":").replace(/%2C/g, ",").replace(/%2F/g, "/").replace(/%20/g, "+");
}

export function values(value: string | string[] | undefined): string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

export function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

export function some(list: readonly string[]): string | string[] | undefined {
  return list.length === 0 ? undefined : list.length === 1 ? list[0] : [...list];
}
