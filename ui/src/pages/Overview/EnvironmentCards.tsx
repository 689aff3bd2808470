import type { EnvironmentCard } from "../../api/insight";
import { useNow } from "../../live";
import { shortDuration } from "../../model/duration";
import { orderEnvironments } from "../../model/environments";
import { runsBehind } from "../../model/health";
import { ratePercent, usuallyWords } from "../../model/rates";
import { timeOnly } from "../../model/scope";
import { type Search, stringifySearch } from "../../model/search";
import { count, counted } from "../../model/text";
import { exactTime } from "../../model/when";
import { Env } from "../../parts/Env";
import { Evidence } from "../../parts/Evidence";
import { Go } from "../../parts/Go";
import { Verdict } from "../../parts/Verdict";
import { useSearch, useZone } from "../../shell/url";
import { Mirror } from "./Mirror";
import { MirrorTable } from "./MirrorTable";

/** Verdict, success against the usual, runs above the line and failures below, and what is open now. */
export function EnvironmentCards(props: { environments: readonly EnvironmentCard[]; range: string }) {
  const { environments, range } = props;
  const order = orderEnvironments(environments.map(({ env }) => env));
  const sorted = [...environments].sort((a, b) => order.indexOf(a.env) - order.indexOf(b.env));
  if (sorted.length === 0) return null;
  return (
    <section aria-labelledby="environments">
      <div className="section-head">
        <h2 id="environments">Environments</h2>
        <span className="small dim">runs that ended, {range}, against the same hours of the last 4 weeks</span>
      </div>
      <div className="panel environment-cards">
        {sorted.map((card) => (
          <Card key={card.env} card={card} range={range} />
        ))}
      </div>
    </section>
  );
}

function Card({ card, range }: { card: EnvironmentCard; range: string }) {
  const zone = useZone();
  const now = new Date(useNow());
  const search = useSearch();
  const scope = { ...timeOnly(search), env: card.env, service: search.service };
  const { env, verdict, ended, successRate, usualSuccessRate } = card;
  return (
    <article className="environment-card" aria-label={env}>
      <header>
        <Go href={`/analytics${stringifySearch(scope)}`} title={`${env} over time`}>
          <Env name={env} />
        </Go>
        <span className="push">
          <Verdict verdict={verdict}>{verdictDetail(card, (at) => exactTime(at, now, zone, false))}</Verdict>
        </span>
      </header>
      <p className="environment-rate">
        <Evidence value={successRate} why={`Nothing completed or failed, ${range}`}>
          {(rate) => (
            <Go href={runsBehind({ ...scope, status: "failed" })} title={`The runs that failed in ${env}`}>
              <b>{ratePercent(rate, 2).slice(0, -1)}</b>
              <i>%</i>
            </Go>
          )}
        </Evidence>
        <span className="small dim">
          <Go href={runsBehind(scope)}>{counted(ended, "run")} ended</Go>
          {ended === 0 ? "" : `, ${usuallyWords(usualSuccessRate)}`}
        </span>
      </p>
      <Mirror series={card.series} scope={scope} />
      <MirrorTable env={env} series={card.series} scope={scope} />
      <OpenCounts card={card} scope={scope} range={range} />
    </article>
  );
}

function verdictDetail({ verdict, since, usualSuccessRate }: EnvironmentCard, time: (at: Date) => string): string {
  if (since !== null) return `since ${time(new Date(since))}`;
  return verdict === "healthy" && usualSuccessRate !== null ? "as usual" : "";
}

const OPEN = [
  ["running", "Running", "", { health: "ok", status: "running" }],
  ["retrying", "Retrying", "tone-warn", { health: "retrying" }],
  ["overdue", "Overdue", "tone-bad", { health: "overdue" }],
  ["stuck", "Stuck", "tone-bad", { health: "stalled" }],
  ["sleeping", "Sleeping", "", { health: "waiting" }],
] as const;

function OpenCounts({ card, scope, range }: { card: EnvironmentCard; scope: Search; range: string }) {
  const { p95DurationMs: p95, usualP95DurationMs: usual } = card;
  return (
    <dl className="environment-open">
      {OPEN.map(([key, label, tone, filter]) => (
        <div key={key}>
          <dt className="tiny dim">{label}</dt>
          <dd>
            <Go
              className={card[key] === 0 ? "dim" : tone}
              href={`/runs${stringifySearch({ ...scope, ...filter, from: "all", to: undefined })}`}
            >
              {count(card[key])}
            </Go>
          </dd>
        </div>
      ))}
      <div title={usual === null ? undefined : `95 of 100 runs usually need at most ${shortDuration(usual)}`}>
        <dt className="tiny dim">p95</dt>
        <dd>
          <Evidence value={p95} why={`Nothing completed, ${range}`}>
            {(ms) => (
              <Go href={runsBehind({ ...scope, status: "completed", sort: "duration" })}>{shortDuration(ms)}</Go>
            )}
          </Evidence>
        </dd>
      </div>
    </dl>
  );
}
