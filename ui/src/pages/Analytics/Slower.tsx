import type { SlowerWorkflow } from "../../api/insight";
import { shortDuration } from "../../model/duration";
import { stringifySearch } from "../../model/search";
import { count, seen } from "../../model/text";
import { Env } from "../../parts/Env";
import { counts, decimals, environments, type Figure, texts, times } from "../../parts/figures/figures";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { useSearch } from "../../shell/url";
import { useSlower } from "./queries";
import { Section } from "./Section";
import { runsScope, type SectionUrl } from "./url";

/** What takes longer than in the same hours of the last weeks, worst first; a line when nothing does. */
export function Slower({ url, bounds, range }: SectionUrl) {
  const slower = useSlower({ url, bounds });
  const rows = slower.data?.items ?? [];
  return (
    <Section
      title="Slower than usual"
      hint={`${range}, against the same hours of the last 4 weeks`}
      what="What is slower"
      queries={[slower]}
      file={{ name: "slower-than-usual", figures: FIGURES, rows }}
    >
      {rows.length === 0 ? (
        <p className="small ink2 line">
          <Icon name="completed" size={14} />
          No workflow is slower than usual.
        </p>
      ) : (
        <section className="panel scroll-x" aria-label="Workflows that are slower than usual" tabIndex={0}>
          <table className="table slower">
            <thead>
              <tr>
                <th className="p-step">Workflow</th>
                <th className="l-env">Env</th>
                <th className="number">Completed</th>
                <th className="number l-time">p50, usually</th>
                <th className="number l-time">p95, usually</th>
                <th className="number">Times as long</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Line key={JSON.stringify([row.env, row.serviceKey, row.workflowName])} row={row} url={url} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Section>
  );
}

function Line({ row, url }: { row: SlowerWorkflow; url: SectionUrl["url"] }) {
  const search = useSearch();
  const { env, serviceKey, workflowName } = row;
  const scope = { ...runsScope(search, url), env, service: serviceKey, name: workflowName };
  const href = `/runs${stringifySearch({ ...scope, status: "completed", sort: "duration" })}`;
  return (
    <tr>
      <td className="p-step">
        <Go href={href}>
          <bdi className="strong">{seen(workflowName)}</bdi> <bdi className="dim">{serviceKey}</bdi>
        </Go>
      </td>
      <td>
        <Env name={env} short />
      </td>
      <td className="number">{count(row.n)}</td>
      <AgainstUsual ms={row.p50DurationMs} usual={row.usualP50DurationMs} />
      <AgainstUsual ms={row.p95DurationMs} usual={row.usualP95DurationMs} />
      <td className="number tone-warn">{row.ratio.toFixed(1)}</td>
    </tr>
  );
}

function AgainstUsual({ ms, usual }: { ms: number | null; usual: number }) {
  return (
    <td className="number">
      {ms === null ? "—" : shortDuration(ms)} <span className="dim">({shortDuration(usual)})</span>
    </td>
  );
}

const FIGURES: readonly Figure<SlowerWorkflow>[] = [
  environments(),
  texts("serviceKey", "Service", ({ serviceKey }) => serviceKey),
  texts("workflowName", "Workflow", ({ workflowName }) => workflowName),
  counts("n", "Completed", ({ n }) => n),
  times("p50DurationMs", "p50", ({ p50DurationMs }) => p50DurationMs),
  times("usualP50DurationMs", "Usually", ({ usualP50DurationMs }) => usualP50DurationMs),
  times("p95DurationMs", "p95", ({ p95DurationMs }) => p95DurationMs),
  times("usualP95DurationMs", "Usually", ({ usualP95DurationMs }) => usualP95DurationMs),
  decimals("ratio", "Times as long", ({ ratio }) => ratio),
];
