import { useState } from "react";
import type { ActiveRun } from "../../api/types";
import { type Lane, tabOfLane } from "../../model/lanes";
import { some, stringifySearch } from "../../model/search";
import { count } from "../../model/text";
import { Go } from "../../parts/Go";
import { Icon, type IconName } from "../../parts/Icon";
import { useKeptPlaces } from "../../parts/keptPlaces";
import { useSearch } from "../../shell/url";
import { Card } from "./Card";

const WORDS: Record<Lane, { icon: IconName; tone: string; title: string; order: string; none: string }> = {
  late: {
    icon: "overdue",
    tone: "overdue",
    title: "Overdue or stuck",
    order: "longest first",
    none: "Nothing is late.",
  },
  retrying: {
    icon: "retrying",
    tone: "retrying",
    title: "Retrying",
    order: "next attempt first",
    none: "Nothing is being retried.",
  },
  running: { icon: "running", tone: "running", title: "Running", order: "newest change first", none: "Nothing runs." },
  sleeping: {
    icon: "sleeping",
    tone: "sleeping",
    title: "Sleeping",
    order: "next to wake first",
    none: "Nothing sleeps.",
  },
};

const SHOWN = 20;

/** Only so many runs of all lanes together are loaded: the list has them all. */
function RestOfLane({ lane, shown, total }: { lane: Lane; shown: number; total: number }) {
  const { env, service, tz } = useSearch();
  const { status, health } = tabOfLane(lane);
  return (
    <p className="small lane-none">
      <Go
        className="link"
        href={`/runs${stringifySearch({ env, service, tz, status: some(status), health: some(health), from: "all" })}`}
      >
        {shown === 0 ? `All ${count(total)}` : `${count(total - shown)} more`} in the list of runs
      </Go>
    </p>
  );
}

/**
 * One lane. Its cards keep their places until it has been left alone for 3 s.
 *
 * @param total how many there are, be they loaded or not
 */
export function LaneColumn({ lane, runs, total }: { lane: Lane; runs: readonly ActiveRun[]; total: number }) {
  const { icon, tone, title, order, none } = WORDS[lane];
  const [limit, setLimit] = useState(SHOWN);
  const { cards, ...hands } = useKeptPlaces(runs);
  const hidden = runs.length - Math.min(limit, cards.length);
  return (
    <section className="lane" aria-label={title} {...hands}>
      <header>
        <span className={`status ${tone}`}>
          <Icon name={icon} size={15} />
          {title}
        </span>
        <b>{count(total)}</b>
        <span className="push dim small">{order}</span>
      </header>
      {cards.length === 0 && total === 0 ? <p className="small dim lane-none">{none}</p> : null}
      <ol>
        {cards.slice(0, limit).map(({ id, one, gone }) => (
          <Card key={id} run={one} lane={lane} gone={gone} />
        ))}
      </ol>
      {hidden > 0 ? (
        <button type="button" className="button bare lane-more" onClick={() => setLimit(limit + 5 * SHOWN)}>
          {count(hidden)} more
        </button>
      ) : null}
      {total > runs.length ? <RestOfLane lane={lane} shown={runs.length} total={total} /> : null}
    </section>
  );
}
