/** "env:prod status:failed ord_1" is a question about runs: filters by name, and words to search for. */
export interface PaletteQuery {
  filters: Record<string, string[]>;
  words: string;
}

const FILTERS = ["env", "service", "status", "health", "name"];

export function parsePalette(text: string): PaletteQuery {
  const filters: Record<string, string[]> = {};
  const words: string[] = [];
  for (const part of text.trim().split(/\s+/)) {
    const [, name, value] = /^([a-z]+):(.+)$/.exec(part) ?? [];
    if (name !== undefined && value !== undefined && FILTERS.includes(name)) {
      filters[name] = [...(filters[name] ?? []), value];
    } else if (part !== "") {
      words.push(part);
    }
  }
  return { filters, words: words.join(" ") };
}

/** People type "prod"; the environment may be called "production". */
export function completeEnvironments(query: PaletteQuery, known: readonly string[]): PaletteQuery {
  const typed = query.filters.env;
  if (typed === undefined) return query;
  const env = typed.map(
    (name) => known.find((one) => one === name) ?? known.find((one) => one.startsWith(name)) ?? name,
  );
  return { ...query, filters: { ...query.filters, env } };
}
