import { RUN_TABS, tabOf, tabTotal, totalOf, totalWords } from "../../model/runTabs";
import { type Search, some } from "../../model/search";
import { Icon } from "../../parts/Icon";
import { changeSearch } from "../../shell/url";
import { useRunCounts } from "./queries";
import type { RunsUrl } from "./url";

const ANY: Search = { status: undefined, health: undefined, notStatus: undefined };
const NO_STATUS = { status: [], health: [], notStatus: [] };

/** How many there are of each, and a filter by one click. */
export function CountTabs({ url }: { url: RunsUrl }) {
  const counts = useRunCounts(url);
  const { status, health } = url.filters;
  const chosen = tabOf(status, health);
  const none = status.length === 0 && health.length === 0 && url.filters.notStatus.length === 0;
  return (
    <fieldset className="counts">
      <legend className="unseen">Runs by status</legend>
      <button type="button" aria-pressed={none} onClick={() => changeSearch(ANY)}>
        All <b>{totalWords(totalOf(NO_STATUS, counts))}</b>
      </button>
      {RUN_TABS.map((tab) => {
        const total = tabTotal(tab, counts);
        const look = tab.looks[0] ?? "running";
        return (
          <button
            key={tab.label}
            type="button"
            aria-pressed={tab === chosen}
            onClick={() =>
              changeSearch(tab === chosen ? ANY : { ...ANY, status: some(tab.status), health: some(tab.health) })
            }
          >
            <span className={`status ${total?.count === 0 && !total.capped ? "nothing" : look} still`}>
              <Icon name={look} size={15} />
              {tab.label}
            </span>
            <b>{totalWords(total)}</b>
          </button>
        );
      })}
    </fieldset>
  );
}
