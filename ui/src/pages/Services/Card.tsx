import type { ServiceEnvironment, ServiceFigures } from "../../api/insight";
import { useNow } from "../../live";
import { orderEnvironments } from "../../model/environments";
import { runsBehind, silenceWords, ticksOf } from "../../model/health";
import { ratePercent, usuallyWords } from "../../model/rates";
import { scopeOnly, timeOnly } from "../../model/scope";
import { type Search, stringifySearch } from "../../model/search";
import { count, seen } from "../../model/text";
import { Env } from "../../parts/Env";
import { Evidence } from "../../parts/Evidence";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { Strip } from "../../parts/Strip";
import { Verdict } from "../../parts/Verdict";
import { When } from "../../parts/When";
import { hrefWith, useSearch } from "../../shell/url";
import { PAGES } from "..";
import { AlertLine } from "./AlertLine";
import { EditAlert } from "./EditAlert";
import { EditWords } from "./EditWords";

interface CardProps {
  service: ServiceFigures;
  range: string;
  isEdited: boolean;
  /** the environment of which the alert is edited */
  alertOf: string | null;
}

export function Card({ service, range, isEdited, alertOf }: CardProps) {
  const { serviceKey, displayName, description, environments } = service;
  const name = displayName ?? seen(serviceKey);
  const order = orderEnvironments(environments.map(({ env }) => env));
  const sorted = [...environments].sort((a, b) => order.indexOf(a.env) - order.indexOf(b.env));
  return (
    <article className="panel service-card" aria-label={name}>
      {isEdited ? (
        <EditWords service={service} />
      ) : (
        <header>
          <div className="line">
            <h2 className="cut">
              <bdi title={serviceKey}>{name}</bdi>
            </h2>
            {displayName === null ? null : (
              <bdi className="mono dim cut" title={serviceKey}>
                {seen(serviceKey)}
              </bdi>
            )}
            <span className="small dim nowrap push">
              last event <When at={service.lastEventAt} none="never" />
            </span>
            <Go
              className="button bare square"
              href={hrefWith({ edit: serviceKey, alert: undefined })}
              aria-label={`Edit the name and description of ${serviceKey}`}
              title="Edit the name and description"
            >
              <Icon name="edit" size={14} />
            </Go>
          </div>
          {description === null ? null : (
            <p className="small ink2">
              <bdi>{description}</bdi>
            </p>
          )}
        </header>
      )}
      <ul>
        {sorted.map((one) => (
          <Line key={one.env} service={serviceKey} of={one} range={range} isAlertEdited={alertOf === one.env} />
        ))}
      </ul>
      <Links service={serviceKey} />
    </article>
  );
}

function Line(props: { service: string; of: ServiceEnvironment; range: string; isAlertEdited: boolean }) {
  const { service, of, range, isAlertEdited } = props;
  const now = useNow();
  const time = timeOnly(useSearch());
  const scope: Search = { ...time, env: of.env, service };
  const silence = silenceWords(of, now);
  const part = (n: number, word: string, status: string | string[], tone = "") => (
    <Go className={n === 0 ? "dim" : tone} href={runsBehind({ ...scope, status, basis: "started" })}>
      {count(n)} {word}
    </Go>
  );
  return (
    <li className="service-line">
      <div className="line">
        <Env name={of.env} />
        <span className="push">
          <Verdict verdict={of.silent ? "silent" : of.verdict} />
        </span>
      </div>
      <div className="service-figures">
        <b className={of.verdict === "failing" ? "tone-bad" : of.verdict === "degraded" ? "tone-warn" : ""}>
          <Evidence value={of.successRate} why={`Nothing completed or failed, ${range}`}>
            {(rate) => ratePercent(rate)}
          </Evidence>
        </b>
        <span className="small dim cut">{of.successRate === null ? "" : usuallyWords(of.usualSuccessRate)}</span>
        <Strip ticks={ticksOf(of.hours)} label={`${service} in ${of.env}, ${range}`} />
      </div>
      <p className="small service-counts">
        {part(of.completed, "completed", "completed", "ink2")}
        {part(of.failed, "failed", "failed", "ink2")}
        <Go
          className={of.inProgress === 0 ? "dim" : "ink2"}
          href={`/runs${stringifySearch({ env: of.env, service, status: ["pending", "running", "paused"], from: "all" })}`}
        >
          {count(of.inProgress)} in progress
        </Go>
        <span className="dim push nowrap">
          heard <When at={of.lastEventAt} none="never" />
        </span>
      </p>
      {silence === null ? null : (
        <p className="small tone-warn">
          <bdi>{service}</bdi> {silence}.
        </p>
      )}
      {isAlertEdited ? (
        <EditAlert service={service} env={of.env} alert={of.alert} />
      ) : (
        <AlertLine service={service} env={of.env} alert={of.alert} />
      )}
    </li>
  );
}

const ELSEWHERE = PAGES.filter(({ path }) => ["/runs", "/active", "/failures", "/analytics", "/stages"].includes(path));

/** The same service elsewhere. */
function Links({ service }: { service: string }) {
  const scoped = stringifySearch({ ...scopeOnly(useSearch()), service });
  return (
    <footer className="small">
      {ELSEWHERE.map((page) => (
        <Go key={page.path} className="link" href={`${page.path}${scoped}`}>
          {page.title}
          <span className="unseen"> of {service}</span>
        </Go>
      ))}
    </footer>
  );
}
