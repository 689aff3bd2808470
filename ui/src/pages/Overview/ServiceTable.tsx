import type { ServiceCell, ServiceRow } from "../../api/insight";
import { orderEnvironments } from "../../model/environments";
import { runsBehind, ticksOf, worstFirst } from "../../model/health";
import { ratePercent } from "../../model/rates";
import { timeOnly } from "../../model/scope";
import { count, seen } from "../../model/text";
import { Env } from "../../parts/Env";
import { Evidence } from "../../parts/Evidence";
import { Go } from "../../parts/Go";
import { Segmented } from "../../parts/Segmented";
import { Strip } from "../../parts/Strip";
import { VerdictMark } from "../../parts/Verdict";
import { When } from "../../parts/When";
import { changeSearch, hrefWith, useSearch } from "../../shell/url";
import { readServiceOrder } from "./url";

interface Props {
  services: readonly ServiceRow[];
  environments: readonly string[];
  range: string;
}

/** A line for each service, a cell for each environment: verdict, success, a tick for each hour, runs. */
export function ServiceTable({ services, environments, range }: Props) {
  const order = readServiceOrder(useSearch());
  const envs = orderEnvironments([...environments, ...services.flatMap(({ cells }) => cells.map(({ env }) => env))]);
  const sorted =
    order === "worst"
      ? worstFirst(services, ({ cells }) => cells)
      : [...services].sort((a, b) => a.serviceKey.localeCompare(b.serviceKey));
  if (services.length === 0) return null;
  return (
    <section aria-labelledby="services">
      <div className="section-head">
        <h2 id="services">
          <Go href={hrefWith({ order: undefined }).replace(/^[^?]*/, "/services")}>Services</Go>
        </h2>
        <span className="small dim">success of the runs that ended, {range}</span>
        <span className="push">
          <Segmented
            label="Order"
            choices={[
              { value: "worst", label: "Worst first" },
              { value: "name", label: "By name" },
            ]}
            value={order}
            onChange={(next) => changeSearch({ order: next === "worst" ? undefined : next })}
          />
        </span>
      </div>
      <section className="panel scroll-x" aria-label="Services by environment" tabIndex={0}>
        <table className="table service-table" style={{ "--columns": envs.length } as object}>
          <thead>
            <tr>
              <th className="s-name">Service</th>
              {envs.map((env) => (
                <th key={env}>
                  <Env name={env} />
                </th>
              ))}
              <th className="s-last">Last event</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((service) => (
              <Line key={service.serviceKey} service={service} envs={envs} range={range} />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Line({ service, envs, range }: { service: ServiceRow; envs: readonly string[]; range: string }) {
  const { serviceKey, displayName, description } = service;
  return (
    <tr>
      <td className="s-name">
        <Go href={`/services?service=${encodeURIComponent(serviceKey)}`} title={serviceKey}>
          <bdi className="strong cut">{displayName ?? seen(serviceKey)}</bdi>
          {description === null ? null : <bdi className="tiny dim cut">{description}</bdi>}
        </Go>
      </td>
      {envs.map((env) => (
        <td key={env}>
          <Cell service={serviceKey} cell={service.cells.find((cell) => cell.env === env)} range={range} />
        </td>
      ))}
      <td className={`s-last${service.silent ? " tone-warn" : ""}`}>
        <span className="on-phone dim">last event </span>
        <When at={service.lastEventAt} />
      </td>
    </tr>
  );
}

function Cell({ service, cell, range }: { service: string; cell: ServiceCell | undefined; range: string }) {
  const time = timeOnly(useSearch());
  if (cell === undefined) return <span className="small dim on-wide">not here</span>;
  const { env, verdict, ended, successRate } = cell;
  const tone = verdict === "failing" ? "tone-bad" : verdict === "degraded" ? "tone-warn" : "";
  return (
    <Go className="service-cell" href={runsBehind({ ...time, env, service })}>
      <span className="on-phone">
        <Env name={env} short />
      </span>
      <VerdictMark verdict={verdict} />
      <b className={tone}>
        <Evidence value={successRate} why={`Nothing completed or failed, ${range}`}>
          {(rate) => ratePercent(rate)}
        </Evidence>
      </b>
      <Strip ticks={ticksOf(cell.hours)} label={`${service} in ${env}, ${range}`} />
      <span className="small dim" title="Runs that ended">
        {count(ended)}
      </span>
    </Go>
  );
}
