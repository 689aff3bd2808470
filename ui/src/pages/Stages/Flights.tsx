import { memo } from "react";
import type { StageColumn, StageInFlight } from "../../api/types";
import { useNow } from "../../live";
import { briefDuration } from "../../model/duration";
import { runHref } from "../../model/runAddress";
import { some } from "../../model/search";
import { cardId, dueOf, passWords } from "../../model/stageFigures";
import { count } from "../../model/text";
import { CutId } from "../../parts/CutId";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { useKeptPlaces } from "../../parts/keptPlaces";
import { changeSearch } from "../../shell/url";
import { MOST_CARDS } from "./queries";
import type { StagesUrl } from "./url";

export const SHOWN = 4;

/** What is in a stage now, the most urgent first. Cards keep their places while somebody is at them. */
export function Flights({ url, stage, column }: { url: StagesUrl; stage: string; column: StageColumn | undefined }) {
  const items = (column?.items ?? []).map((item) => ({ ...item, id: cardId(item) }));
  const { cards, ...hands } = useKeptPlaces(items);
  const all = url.more.includes(stage);
  const shown = cards.slice(0, all ? undefined : SHOWN);
  const total = column?.total ?? 0;
  return (
    <section className="flights" aria-label={`In ${stage}`} {...hands}>
      <ol className={all ? "" : "few"}>
        {shown.map(({ id, one, gone }) => (
          <Flight key={id} item={one} gone={gone} />
        ))}
      </ol>
      <More url={url} stage={stage} all={all} total={total} hidden={total - Math.min(shown.length, total)} />
    </section>
  );
}

function More(props: { url: StagesUrl; stage: string; all: boolean; total: number; hidden: number }) {
  const { url, stage, all, total, hidden } = props;
  if (total <= SHOWN) return <p className="small dim flights-more">{total === 0 ? "nothing in it" : "none more"}</p>;
  const more = all ? url.more.filter((name) => name !== stage) : [...url.more, stage];
  return (
    <button type="button" className="button bare flights-more" onClick={() => changeSearch({ more: some(more) })}>
      {all
        ? total > MOST_CARDS
          ? `${count(MOST_CARDS)} of ${count(total)}: fewer`
          : "Fewer"
        : `${count(hidden)} more`}
    </button>
  );
}

const Flight = memo(function Flight({ item, gone }: { item: StageInFlight; gone: boolean }) {
  const now = useNow();
  const due = dueOf(item, now);
  const again = passWords(item);
  const href = `${runHref(item)}${item.runSeq > 1 ? `?run=${item.runSeq}` : ""}`;
  return (
    <li className={`flight${gone ? " gone" : ""}`}>
      <Go href={href} title={`${item.workflowName} ${item.workflowId}`}>
        <span className="flight-line">
          <CutId id={item.workflowId} />
          <Env name={item.env} short />
        </span>
        <span className="flight-line small">
          <span className={`flight-due ${due.tone === "" ? "" : `tone-${due.tone}`}`}>
            {gone ? "gone on" : due.words}
          </span>
          <span className={`dim cut ${due.words === "" ? "" : "push"}`}>
            {again === "" ? <span className="open-word">open</span> : `${again},`}{" "}
            {briefDuration(Math.max(0, now - Date.parse(item.since)))}
          </span>
        </span>
        <span className={`flight-bar ${due.tone}${due.gone === null ? " unknown" : ""}`} aria-hidden="true">
          <i style={{ width: `${(due.gone ?? 1) * 100}%` }} />
        </span>
      </Go>
    </li>
  );
});
