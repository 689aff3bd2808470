import type { WorkflowInEnvironment } from "../../api/insight";
import { orderEnvironments } from "../../model/environments";
import { ratePercent } from "../../model/rates";
import { stringifySearch } from "../../model/search";
import { count, seen } from "../../model/text";
import { Env } from "../../parts/Env";
import { counts, environments, type Figure, rates, texts } from "../../parts/figures/figures";
import { Go } from "../../parts/Go";
import { useSearch } from "../../shell/url";
import { useAcross } from "./queries";
import { Section } from "./Section";
import { runsScope, type SectionUrl } from "./url";

const MOST_ROWS = 50;

/** Every workflow in every environment: how many of all its runs have completed so far. */
export function Across({ url, bounds, range }: SectionUrl) {
  const across = useAcross({ url, bounds });
  const items = across.data?.items ?? [];
  const envs = orderEnvironments(items.map(({ env }) => env));
  const names = [...new Set(items.map(({ workflowName }) => workflowName))];
  return (
    <Section
      title="Workflows across environments"
      hint={`completed of all runs that ${url.counted}${url.counted === "started" ? ", the open ones too" : ""}, ${range}`}
      what="The comparison"
      queries={[across]}
      file={{ name: "across-environments", figures: FIGURES, rows: items }}
    >
      <section className="panel scroll-x" aria-label="Workflows by environment" tabIndex={0}>
        <table className="table across" style={{ "--columns": envs.length } as object}>
          <thead>
            <tr>
              <th className="a-name">Workflow</th>
              {envs.map((env) => (
                <th key={env} className="number">
                  <Env name={env} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.slice(0, MOST_ROWS).map((name) => (
              <tr key={name}>
                <th scope="row" className="a-name">
                  <bdi title={name}>{seen(name)}</bdi>
                </th>
                {envs.map((env) => (
                  <td key={env} className="number">
                    <Cell item={items.find((one) => one.workflowName === name && one.env === env)} url={url} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {names.length > MOST_ROWS ? (
        <p className="small dim">
          The first {MOST_ROWS} of {count(names.length)} workflows; the CSV has all.
        </p>
      ) : null}
    </Section>
  );
}

function Cell({ item, url }: { item: WorkflowInEnvironment | undefined; url: SectionUrl["url"] }) {
  const search = useSearch();
  if (item === undefined) return <span className="dim">not here</span>;
  const { env, workflowName, total, completed, failed, successRate } = item;
  const scope = { ...runsScope(search, url), env, name: workflowName };
  return (
    <span className="across-cell">
      {failed === 0 ? null : (
        <Go className="small dim" href={`/runs${stringifySearch({ ...scope, status: "failed" })}`}>
          {count(failed)} failed
        </Go>
      )}
      <Go className="small dim" href={`/runs${stringifySearch(scope)}`}>
        {count(completed)} of {count(total)}
      </Go>
      <b>{successRate === null ? "—" : ratePercent(successRate)}</b>
    </span>
  );
}

const FIGURES: readonly Figure<WorkflowInEnvironment>[] = [
  texts("workflowName", "Workflow", ({ workflowName }) => workflowName),
  environments(),
  counts("total", "Runs", ({ total }) => total),
  counts("completed", "Completed", ({ completed }) => completed),
  counts("failed", "Failed", ({ failed }) => failed),
  rates("successRate", "Completed of all", ({ successRate }) => successRate),
];
