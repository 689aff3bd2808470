import { HEALTHS, STATUSES } from "./runFilters";

/** "env:prod status:failed ord_1" is a question about runs: filters by name, and words to search for. */
export interface PaletteQuery {
  filters: Record<string, string[]>;
  words: string;
}

const FILTERS = ["env", "service", "status", "health", "name"];
const VALUES: Record<string, readonly string[]> = {
  status: STATUSES,
  health: HEALTHS,
};

export function parsePalette(text: string): PaletteQuery {
  const filters: Record<string, string[]> = {};
  const words: string[] = [];
  for (const part of text.trim().split(/\s+/)) {
    const [, name, typed] = /^([a-z]+):(.+)$/.exec(part) ?? [];
    const value = name === undefined || typed === undefined ? undefined : complete(name, typed);
    if (name !== undefined && value !== undefined && FILTERS.includes(name)) {
      filters[name] = [...(filters[name] ?? []), value];
    } else if (part !== "") {
      words.push(part);
    }
  }
  return { filters, words: words.join(" ") };
}

/** What is still being typed stands for what it begins; a status that there is none of is only a word to search for. */
function complete(name: string, typed: string): string | undefined {
  const values = VALUES[name];
  return values === undefined ? typed : values.find((one) => one.startsWith(typed.toLowerCase()));
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
