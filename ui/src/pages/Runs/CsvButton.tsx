import { useState } from "react";
import { fetchRuns } from "../../api/endpoints";
import type { RunItem } from "../../api/types";
import { serverNow } from "../../live";
import { runsAsCsv } from "../../model/csv";
import { count } from "../../model/text";
import { Icon } from "../../parts/Icon";
import { saveCsv } from "../../parts/saveCsv";
import { filterParams, type RunsUrl, rangeNow } from "./url";

const PAGE_SIZE = 1_000;
/** As much as a browser builds in a few seconds; more is what `weir sql --csv` is for. */
const MOST = 10_000;

/** All runs that match, in the order that is shown, as a file. */
export function CsvButton({ url }: { url: RunsUrl }) {
  const [loaded, setLoaded] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  const save = async () => {
    setLoaded(0);
    setSaid("");
    try {
      const { runs, more } = await loadAll(url, setLoaded);
      saveRuns(runs);
      setSaid(more ? `The first ${count(MOST)} are in the file` : "");
    } catch {
      setSaid("Not saved: the server did not answer");
    } finally {
      setLoaded(null);
    }
  };
  return (
    <>
      <span className="small dim csv-said" role="status">
        {said}
      </span>
      <button
        type="button"
        className="button bare columns-button"
        disabled={loaded !== null}
        onClick={() => void save()}
        title={`Save the runs that match as CSV, ${count(MOST)} at most`}
      >
        <Icon name="ingest" size={14} />
        {loaded === null || loaded === 0 ? "CSV" : count(loaded)}
      </button>
    </>
  );
}

async function loadAll(url: RunsUrl, onLoaded: (n: number) => void): Promise<{ runs: RunItem[]; more: boolean }> {
  const params = {
    ...filterParams(url.filters, url.basis, rangeNow(url, serverNow())),
    sort: url.sort,
    order: url.order,
    limit: PAGE_SIZE,
  };
  const runs: RunItem[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: RunItem[]; next: string | null } = await fetchRuns({ ...params, cursor });
    runs.push(...page.items);
    cursor = page.next;
    onLoaded(runs.length);
  } while (cursor !== null && runs.length < MOST);
  return { runs, more: cursor !== null };
}

export const saveRuns = (runs: readonly RunItem[]): void => saveCsv("runs", runsAsCsv(runs));
