import type { StepMetrics } from "../../api/insight";
import { besideBefore } from "../../model/analytics";
import { shortDuration } from "../../model/duration";
import { orderEnvironments } from "../../model/environments";
import { stringifySearch } from "../../model/search";
import { differenceTone, differenceWords, pairOf, type StepPair, stepPairs } from "../../model/stepPairs";
import { count, counted as countedWords, seen } from "../../model/text";
import { Choice, Drop } from "../../parts/Drop";
import { Env } from "../../parts/Env";
import { Evidence } from "../../parts/Evidence";
import { FigureTable } from "../../parts/figures/FigureTable";
import { counts, decimals, environments, type Figure, texts, times } from "../../parts/figures/figures";
import { Go } from "../../parts/Go";
import { changeSearch, useSearch } from "../../shell/url";
import { useSteps, useStepsBefore } from "./queries";
import { Section } from "./Section";
import { runsScope, type SectionUrl } from "./url";

const MOST_ROWS = 30;

type Step = StepMetrics & { before: StepMetrics | null };

const keyOf = ({ env, serviceKey, workflowName, stepName }: StepMetrics): string =>
  JSON.stringify([env, serviceKey, workflowName, stepName]);

/** How long steps take in one environment against another, the greatest difference first. */
export function Steps({ url, bounds, range }: SectionUrl) {
  const steps = useSteps({ url, bounds });
  const before = useStepsBefore({ url, bounds });
  const items = besideBefore(steps.data?.items ?? [], url.isCompared ? (before.data?.items ?? []) : [], keyOf);
  const envs = orderEnvironments(items.map(({ env }) => env));
  const pair = pairOf(envs, url.pair);
  const pairs = pair === null ? [] : stepPairs(items, pair);
  return (
    <Section
      title={pair === null ? "Steps" : `Steps, ${pair[0]} against ${pair[1]}`}
      hint={`of runs that started, ${range}`}
      what="The steps"
      queries={[steps]}
      file={{ name: "steps", figures: FIGURES, rows: items }}
      tools={pair !== null && envs.length > 2 ? <PairMenu envs={envs} pair={pair} /> : null}
    >
      {pair === null ? (
        <p className="small ink2">
          {items.length === 0
            ? "No step ran."
            : "Only one environment has steps here: switch on another one to compare."}
        </p>
      ) : (
        <section className="panel scroll-x" aria-label="Steps by environment" tabIndex={0}>
          <table className="table pairs">
            <thead>
              <tr>
                <th className="p-step">Step</th>
                {pair.map((env) => [
                  <th key={`${env} p50`} className="number">
                    <Env name={env} short /> p50
                  </th>,
                  <th key={`${env} p95`} className="number">
                    p95
                  </th>,
                ])}
                <th className="number p-differs">p95 differs</th>
              </tr>
            </thead>
            <tbody>
              {pairs.slice(0, MOST_ROWS).map((one) => (
                <Line key={one.key} pair={one} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {pairs.length > MOST_ROWS ? (
        <p className="small dim">
          The first {MOST_ROWS} of {count(pairs.length)} steps; the table and the CSV have all.
        </p>
      ) : null}
      <FigureTable label="Table of steps" figures={FIGURES} rows={items} keyOf={keyOf} />
    </Section>
  );
}

function Line({ pair }: { pair: StepPair }) {
  const search = useSearch();
  const { serviceKey, workflowName, stepName, differs } = pair;
  const scope = { ...runsScope(search, { counted: "started" }), service: serviceKey, name: workflowName };
  return (
    <tr>
      <td className="p-step">
        <Go href={`/runs${stringifySearch(scope)}`} title={`${stepName}: all runs of ${workflowName}`}>
          <bdi className="strong">{seen(stepName)}</bdi> <bdi className="dim">{seen(workflowName)}</bdi>
        </Go>
      </td>
      <Times of={pair.here} />
      <Times of={pair.there} />
      <td className="number">
        <Evidence value={differs} why="It did not run in both">
          {(share) => <span className={differenceTone(share)}>{differenceWords(share)}</span>}
        </Evidence>
      </td>
    </tr>
  );
}

function Times({ of }: { of: StepMetrics | null }) {
  const title =
    of === null ? undefined : `${countedWords(of.n, "step")}${of.approximate ? ", durations within 1 %" : ""}`;
  return [of?.p50DurationMs, of?.p95DurationMs].map((ms, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the two have fixed places
    <td key={place} className="number" title={title}>
      <Evidence value={ms} why="It did not run here">
        {(value) => shortDuration(value)}
      </Evidence>
    </td>
  ));
}

/** More than two can only be compared two by two. */
function PairMenu({ envs, pair }: { envs: readonly string[]; pair: readonly [string, string] }) {
  const pairs = envs.flatMap((here, index) => envs.slice(index + 1).map((there) => [here, there] as const));
  return (
    <Drop name="Environments to compare" label={`${pair[0]} and ${pair[1]}`} className="button bare">
      {(close) =>
        pairs.map(([here, there]) => (
          <Choice
            key={`${here}\n${there}`}
            on={here === pair[0] && there === pair[1]}
            onChoose={() => {
              changeSearch({ pair: [here, there] });
              close();
            }}
          >
            <span className="line">
              <Env name={here} /> and <Env name={there} />
            </span>
          </Choice>
        ))
      }
    </Drop>
  );
}

const FIGURES: readonly Figure<Step>[] = [
  environments(),
  texts("serviceKey", "Service", ({ serviceKey }) => serviceKey),
  texts("workflowName", "Workflow", ({ workflowName }) => workflowName),
  texts("stepName", "Step", ({ stepName }) => stepName),
  counts("n", "Steps", ({ n }) => n),
  counts("failed", "Failed", ({ failed }) => failed),
  times("avgDurationMs", "Mean", ({ avgDurationMs }) => avgDurationMs),
  times("p50DurationMs", "p50", ({ p50DurationMs }) => p50DurationMs),
  times("p95DurationMs", "p95", ({ p95DurationMs }) => p95DurationMs),
  times("p95DurationMsBefore", "Before", ({ before }) => before?.p95DurationMs ?? null),
  decimals("avgRetries", "Retries, mean", ({ avgRetries }) => avgRetries),
  decimals("avgRetriesBefore", "Before", ({ before }) => before?.avgRetries ?? null),
  counts("maxRetries", "Retries, most", ({ maxRetries }) => maxRetries),
  counts("workflowsWithRetries", "Runs with retries", ({ workflowsWithRetries }) => workflowsWithRetries),
];
