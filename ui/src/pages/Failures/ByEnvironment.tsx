import "./byEnvironment.css";
import type { FailureFrequency } from "../../api/failures";
import { compareFrequencies, failedRunsOf } from "../../model/failures";
import { scopeOnly } from "../../model/scope";
import { count, counted, seen } from "../../model/text";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { SearchField } from "../../parts/SearchField";
import { Failed, Loading, LoadingRows } from "../../parts/States";
import { useEnvironments } from "../../shell/environments";
import { useSearch } from "../../shell/url";
import { NewestFailures } from "./NewestFailures";
import { NothingHere } from "./NothingHere";
import { useFrequency } from "./queries";
import type { FailuresUrl } from "./url";

const MOST_ROWS = 100;

/** Whether something fails only here: each workflow beside itself in the other environments, then the failures of each. */
export function ByEnvironment({ url }: { url: FailuresUrl }) {
  const query = useFrequency(url);
  const known = useEnvironments();
  const items = query.data;
  const failing = new Set(items?.map(({ env }) => env));
  const names = [...new Set([...known, ...failing])].filter((env) => url.env.length === 0 || url.env.includes(env));
  return (
    <div className="by-environment">
      {query.error ? <Failed what="The comparison" error={query.error} onRetry={() => void query.refetch()} /> : null}
      {items === undefined && !query.error ? (
        <Loading label="Loading the comparison">
          <LoadingRows rows={8} />
        </Loading>
      ) : null}
      {items === undefined ? null : items.length === 0 ? (
        <NothingHere url={url} />
      ) : (
        <>
          <Comparison items={items} environments={names} />
          <section aria-label="Newest failures by environment">
            <div className="section-head">
              <h2>Newest failures of each environment</h2>
              <span className="push">
                <SearchField
                  q={url.q}
                  what="failures"
                  group="Failures"
                  placeholder="Search message, id, workflow, step"
                />
              </span>
            </div>
            <NewestFailures url={url} environments={names.filter((env) => failing.has(env))} />
          </section>
        </>
      )}
    </div>
  );
}

function Comparison({ items, environments }: { items: readonly FailureFrequency[]; environments: readonly string[] }) {
  const rows = compareFrequencies(items, environments);
  const most = Math.max(1, ...items.map((item) => item.failureCount));
  return (
    <section aria-label="Failures by workflow and environment">
      <div className="section-head">
        <h2>Workflows, environment beside environment</h2>
        <span className="small dim">runs that failed, and how many different messages they had</span>
      </div>
      <section className="scroll-x" aria-label="Comparison, scrolls sideways" tabIndex={0}>
        <table className="table failure-compare" aria-label="Failures by workflow and environment">
          <thead>
            <tr>
              <th scope="col" className="failure-compare-what">
                Workflow
              </th>
              {environments.map((env) => (
                <th key={env} scope="col" className="number">
                  <span className="on-wide">
                    <Env name={env} />
                  </span>
                  <span className="on-phone">
                    <Env name={env} short />
                  </span>
                </th>
              ))}
              <th scope="col" className="number failure-compare-all">
                All
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_ROWS).map((row) => (
              <tr key={`${row.serviceKey}\n${row.workflowName}`}>
                <th scope="row" title={`${row.serviceKey} / ${row.workflowName}`}>
                  <bdi>{seen(row.workflowName)}</bdi> <bdi className="small dim">{seen(row.serviceKey)}</bdi>
                </th>
                {environments.map((env, column) => (
                  <td key={env} className="number">
                    <Cell env={env} row={row} cell={row.cells[column] ?? null} most={most} />
                  </td>
                ))}
                <td className="number strong failure-compare-all">{count(row.total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > MOST_ROWS ? (
        <p className="small dim">{count(rows.length - MOST_ROWS)} more workflows: choose a service to see them.</p>
      ) : null}
    </section>
  );
}

function Cell(props: {
  env: string;
  row: { serviceKey: string; workflowName: string };
  cell: Pick<FailureFrequency, "failureCount" | "uniqueErrors"> | null;
  most: number;
}) {
  const { env, cell } = props;
  const search = useSearch();
  if (cell === null) return <span className="dim">0</span>;
  const { serviceKey, workflowName } = props.row;
  const scope = { ...scopeOnly(search), env, service: serviceKey };
  return (
    <Go
      className="failure-compare-cell"
      href={failedRunsOf(scope, workflowName)}
      aria-label={`${workflowName} in ${env}: ${counted(cell.failureCount, "failure")}, ${counted(cell.uniqueErrors, "message")}`}
    >
      <span className="small dim">{counted(cell.uniqueErrors, "message")}</span>
      <span className="compare-bar" aria-hidden="true">
        <i style={{ width: `${(cell.failureCount / props.most) * 100}%` }} />
      </span>
      <b>{count(cell.failureCount)}</b>
    </Go>
  );
}
