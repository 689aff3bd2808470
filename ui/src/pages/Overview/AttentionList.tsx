import { memo, useRef } from "react";
import type { Attention } from "../../api/insight";
import { useNow } from "../../live";
import { ATTENTION } from "../../model/health";
import { first } from "../../model/search";
import { count, counted, seen } from "../../model/text";
import { exactTime, utcTime } from "../../model/when";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { useKeptPlaces } from "../../parts/keptPlaces";
import { Spark } from "../../parts/Spark";
import { AttentionStatus } from "../../parts/Verdict";
import { useShortcuts } from "../../shell/keys";
import { hrefWith, useSearch, useZone } from "../../shell/url";

/** The worst are read first; the environments below stay in sight. */
const FIRST = 8;

/** Above "To watch" it needs a person, below it may soon. Rows keep their places while somebody is at them. */
export function AttentionList({ attention: all }: { attention: readonly Attention[] }) {
  const isWhole = first(useSearch().attention) === "all" || all.length <= FIRST + 1;
  const attention = isWhole ? all : all.slice(0, FIRST);
  const now = attention.filter(({ urgency }) => urgency === "now");
  const watch = attention.filter(({ urgency }) => urgency === "watch");
  const list = useWalkedRows();
  if (attention.length === 0) return null;
  return (
    <div className="panel attention" ref={list}>
      <Rows label="Needs you" attention={now} />
      {watch.length === 0 ? null : <h3 className="attention-divide">To watch</h3>}
      <Rows label="To watch" attention={watch} />
      {isWhole ? null : (
        <Go className="attention-more" href={hrefWith({ attention: "all" })}>
          {counted(all.length - FIRST, "more", "more")}
        </Go>
      )}
    </div>
  );
}

/** J and K go from sentence to sentence; what has the focus is opened with Enter as any link is. */
function useWalkedRows() {
  const list = useRef<HTMLDivElement>(null);
  const move = (by: number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>(".attention-what > a") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  useShortcuts([
    { keys: "j", label: "Next thing that needs you", group: "Overview", run: () => move(1) },
    { keys: "k", label: "The one before", group: "Overview", run: () => move(-1) },
  ]);
  return list;
}

function Rows({ label, attention }: { label: string; attention: readonly Attention[] }) {
  const { cards, ...places } = useKeptPlaces(attention.map((one) => ({ ...one, id: one.key })));
  if (cards.length === 0) return null;
  return (
    <ul aria-label={label} {...places}>
      {cards.map(({ id, one, gone }) => (
        <Row key={id} attention={one} gone={gone} />
      ))}
    </ul>
  );
}

const MINUTE = 60_000;

const Row = memo(function Row({ attention, gone }: { attention: Attention; gone: boolean }) {
  const zone = useZone();
  const now = new Date(useNow());
  const { kind, sentence, usual, env, serviceKey, of, spark, href } = attention;
  const since = new Date(attention.since);
  const begun = Math.floor((since.getTime() - Date.parse(spark.from)) / spark.bucketMs);
  return (
    <li className={`attention-row${gone ? " gone" : ""}`}>
      <div className="attention-kind">
        <AttentionStatus kind={kind} />
      </div>
      <div className="attention-what">
        <Go className="strong" href={href} title={sentence}>
          <bdi>{sentence}</bdi>
        </Go>
        <p className="small dim cut">
          <Env name={env} /> <span aria-hidden="true">·</span> <bdi>{seen(serviceKey)}</bdi>
          {usual === null ? null : (
            <>
              {" "}
              <span aria-hidden="true">·</span> <bdi title={usual}>{usual}</bdi>
            </>
          )}
        </p>
      </div>
      <Spark
        counts={spark.counts}
        width={88}
        tone={kind === "silent" ? "quiet" : ATTENTION[kind].tone}
        since={Math.max(0, begun)}
        words={`${of} by ${Math.round(spark.bucketMs / MINUTE)} min over the last ${Math.round((spark.bucketMs * spark.counts.length) / MINUTE)} min`}
      />
      <p className="attention-count small ink2">
        <span>
          <b>{count(attention.count)}</b> {attention.count === 1 ? of.slice(0, -1) : of}
        </span>
        <time className="dim" dateTime={attention.since} title={utcTime(since)}>
          {gone ? "over by now" : `since ${exactTime(since, now, zone, false)}`}
        </time>
      </p>
      <Go className="button" href={href} aria-label={`Open: ${sentence}`}>
        Open
      </Go>
    </li>
  );
});
