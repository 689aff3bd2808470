import {
  compareNames,
  type EnvironmentCounts,
  type FailedShare,
  percent,
  rateOf,
  TELLING,
} from "../../model/comparison";
import { RUN_TABS, type RunTab, tabTotal, totalWords } from "../../model/runTabs";
import { type Search, some } from "../../model/search";
import { count } from "../../model/text";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { Empty, Failed, Loading, LoadingRows } from "../../parts/States";
import { useEnvironments } from "../../shell/environments";
import { hrefWith } from "../../shell/url";
import { useComparison } from "./queries";
import type { RunsUrl } from "./url";

const MOST_NAMES = 100;
const MOST_WITH_BARS = 3;

/** The same runs, environment beside environment: how many there are of each status, and which workflows fail how often. */
export function Compare({ url }: { url: RunsUrl }) {
  const known = useEnvironments();
  const names = url.filters.env.length > 0 ? url.filters.env : known;
  const { environments, error, retry } = useComparison(url, names);
  if (error !== null) return <Failed what="The comparison" error={error} onRetry={retry} />;
  if (environments === null) {
    return (
      <Loading label="Loading the comparison">
        <LoadingRows rows={12} />
      </Loading>
    );
  }
  if (environments.every(({ byStatus }) => byStatus.total === 0 && !byStatus.capped))
    return <Empty title="No run matches." />;
  return (
    <div className="compare">
      {environments.length < 2 ? (
        <p className="small ink2">Only one environment is in the scope: switch on another one to compare.</p>
      ) : null}
      <Statuses environments={environments} />
      <Names environments={environments} />
    </div>
  );
}

/** A link to the list behind a number. */
const listOf = (patch: Search) =>
  hrefWith({ view: undefined, status: undefined, notStatus: undefined, health: undefined, ...patch });

function Statuses({ environments }: { environments: readonly EnvironmentCounts[] }) {
  return (
    <div className="scroll-x">
      <table className="table compare-table" aria-label="Runs by status and environment">
        <Head title="Status" environments={environments} />
        <tbody>
          <tr>
            <th scope="row">All</th>
            {environments.map(({ env, byStatus }) => (
              <td key={env} className="number">
                <Go className="strong" href={listOf({ env })}>
                  {totalWords({ count: byStatus.total, capped: byStatus.capped })}
                </Go>
              </td>
            ))}
          </tr>
          {RUN_TABS.map((tab) => (
            <StatusLine key={tab.label} tab={tab} environments={environments} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head({ title, environments }: { title: string; environments: readonly EnvironmentCounts[] }) {
  return (
    <thead>
      <tr>
        <th scope="col" className="compare-what">
          {title}
        </th>
        {environments.map(({ env }) => (
          <th key={env} scope="col" className="number">
            <span className="on-wide">
              <Env name={env} />
            </span>
            <span className="on-phone">
              <Env name={env} short />
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

function StatusLine({ tab, environments }: { tab: RunTab; environments: readonly EnvironmentCounts[] }) {
  const look = tab.looks[0] ?? "running";
  return (
    <tr>
      <th scope="row">
        <span className={`status ${look} still`}>
          <Icon name={look} size={15} />
          {tab.label}
        </span>
      </th>
      {environments.map((counts) => {
        const { env, byStatus } = counts;
        const total = tabTotal(tab, counts);
        const n = total?.count ?? 0;
        const exact = !byStatus.capped && total?.capped === false;
        return (
          <td key={env} className="number">
            {n > 0 && byStatus.total >= TELLING && exact ? (
              <span className="small dim compare-share">{percent(n / byStatus.total)}</span>
            ) : null}
            <Go
              className={n === 0 && exact ? "dim" : undefined}
              href={listOf({ env, status: some([...tab.status]), health: some([...tab.health]) })}
              aria-label={`${tab.label} in ${env}: ${totalWords(total)}`}
            >
              {totalWords(total)}
            </Go>
          </td>
        );
      })}
    </tr>
  );
}

function Names({ environments }: { environments: readonly EnvironmentCounts[] }) {
  const compared = compareNames(environments);
  return (
    <div className="scroll-x">
      <table
        className={`table compare-table${environments.length > MOST_WITH_BARS ? " many" : ""}`}
        aria-label="Failures by workflow and environment"
      >
        <Head title="Failed of all, greatest difference first" environments={environments} />
        <tbody>
          {compared.slice(0, MOST_NAMES).map(({ name, shares }) => (
            <tr key={name}>
              <th scope="row" title={name}>
                <bdi>{name}</bdi>
              </th>
              {environments.map(({ env }, index) => (
                <td key={env} className="number">
                  <Share share={shares[index] ?? null} href={listOf({ env, name, status: "failed" })} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {compared.length > MOST_NAMES ? (
        <p className="small dim">{count(compared.length - MOST_NAMES)} more workflows: filter by name to see them.</p>
      ) : null}
    </div>
  );
}

/** Of a few, the share would say more than is known: the count alone. */
function Share({ share, href }: { share: FailedShare | null; href: string }) {
  if (share === null) return <span className="dim">—</span>;
  const rate = rateOf(share);
  const tells = share.exact && share.runs >= TELLING;
  return (
    <Go href={href} className={`compare-cell${share.failed === 0 ? " dim" : ""}${tells ? " told" : ""}`}>
      <span className="small dim">
        {totalWords({ count: share.failed, capped: !share.exact })} of{" "}
        {totalWords({ count: share.runs, capped: !share.exact })}
      </span>
      {tells ? (
        <>
          <span className="compare-bar" aria-hidden="true">
            <i style={{ width: `${rate * 100}%` }} />
          </span>
          <span className="compare-rate">{percent(rate)}</span>
        </>
      ) : null}
    </Go>
  );
}
