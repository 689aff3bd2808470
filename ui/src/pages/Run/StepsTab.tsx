import "./steps.css";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef } from "react";
import type { Attempt, RunDetail, RunRef, Step } from "../../api/types";
import { shortDuration } from "../../model/duration";
import { seen } from "../../model/text";
import { buildTimeline, type Row, SLEEP_ROW, type Sums, stepSums } from "../../model/timeline";
import { Go } from "../../parts/Go";
import { Segmented } from "../../parts/Segmented";
import { Empty } from "../../parts/States";
import { StepIcon } from "../../parts/timeline/Gutter";
import { When } from "../../parts/When";
import { changeSearch, hrefWith } from "../../shell/url";
import { Outcome, waited } from "./Inspector";
import type { RunUrl } from "./url";

interface Line {
  step: Step;
  row: Row | undefined;
  sums: (Sums & { total: number }) | null;
  attempt: Attempt | null;
}

const ROW_PX = 32;

/** Steps, or their attempts, as a table: what the timeline draws, in words. Only rows in sight exist. */
export function StepsTab({ detail, url, now }: { run: RunRef; detail: RunDetail; url: RunUrl; now: number }) {
  const lines = useMemo(() => linesOf(detail, url.asAttempts, now), [detail, url.asAttempts, now]);
  const attempts = useMemo(() => groupAttempts(detail.attempts), [detail.attempts]);
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
  });
  if (lines.length === 0) return <Empty title="No step of this run is known yet" />;
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <>
      <div className="run-tools line">
        <Segmented
          label="Rows"
          value={url.asAttempts ? "attempts" : "steps"}
          choices={[
            { value: "steps", label: "Steps" },
            { value: "attempts", label: "Attempts" },
          ]}
          onChange={(rows) => changeSearch({ rows: rows === "attempts" ? "attempts" : undefined }, true)}
        />
        <span className="small dim">
          {url.asAttempts ? "" : "Working, retrying, sleeping and waiting add up to the step's total."}
        </span>
      </div>
      <section className="steps-box" ref={box} tabIndex={0} aria-label="Steps">
        <table className="table steps-table" aria-rowcount={lines.length + 1}>
          {url.asAttempts ? <AttemptHead /> : <StepHead />}
          <tbody>
            {before > 0 ? <tr style={{ height: before }} /> : null}
            {items.map((item) => {
              const line = lines[item.index];
              if (line === undefined) return null;
              const key = `${line.step.stepName}\n${line.attempt?.attemptNumber ?? ""}`;
              return url.asAttempts ? (
                <AttemptLine key={key} line={line} index={item.index} all={attempts.get(line.step.stepName) ?? []} />
              ) : (
                <StepLine key={key} line={line} index={item.index} />
              );
            })}
            {after > 0 ? <tr style={{ height: after }} /> : null}
          </tbody>
        </table>
      </section>
    </>
  );
}

function linesOf(detail: RunDetail, asAttempts: boolean, now: number): Line[] {
  const timeline = buildTimeline(detail, now);
  const rows = new Map(timeline.rows.map((row) => [row.key, row]));
  const sleeps = rows.get(SLEEP_ROW);
  const attempts = groupAttempts(detail.attempts);
  return detail.steps.flatMap((step): Line[] => {
    const row = rows.get(step.stepName);
    const own = attempts.get(step.stepName) ?? [];
    if (asAttempts && own.length > 0) return own.map((attempt) => ({ step, row, sums: null, attempt }));
    const sums = asAttempts || row === undefined || row.bars.length === 0 ? null : stepSums(row, sleeps);
    return [{ step, row, sums, attempt: null }];
  });
}

function groupAttempts(attempts: readonly Attempt[]): Map<string, Attempt[]> {
  const groups = new Map<string, Attempt[]>();
  for (const attempt of attempts) {
    const known = groups.get(attempt.stepName);
    if (known === undefined) groups.set(attempt.stepName, [attempt]);
    else known.push(attempt);
  }
  for (const group of groups.values()) group.sort((a, b) => a.attemptNumber - b.attemptNumber);
  return groups;
}

const StepHead = () => (
  <thead>
    <tr>
      <th className="s-status">Status</th>
      <th className="s-name">Step</th>
      <th className="number s-tries">Attempts</th>
      <th className="s-bar">Share</th>
      <th className="number s-ms">Waiting</th>
      <th className="number s-ms">Working</th>
      <th className="number s-ms">Retrying</th>
      <th className="number s-ms">Sleeping</th>
      <th className="number s-ms">Total</th>
      <th className="s-when">Started</th>
      <th className="s-why">Why</th>
    </tr>
  </thead>
);

function StepLine({ line: { step, sums }, index }: { line: Line; index: number }) {
  return (
    <tr aria-rowindex={index + 2}>
      <td className="s-status">
        <span className="line">
          <StepIcon status={step.status} />
          {step.status === "pending" ? "not reached" : step.status}
          {step.inferred ? (
            <span className="tag" title="Inferred from how the run ended">
              inferred
            </span>
          ) : null}
        </span>
      </td>
      <td className="s-name" title={step.stepName}>
        <Go href={hrefWith({ tab: undefined, step: step.stepName, attempt: undefined })}>
          <bdi>{seen(step.stepName)}</bdi>
        </Go>
      </td>
      <td className="number s-tries">
        {step.currentAttempt === 0 ? "—" : step.currentAttempt}
        {step.maxAttempts === null ? "" : ` of ${step.maxAttempts}`}
      </td>
      <td className="s-bar">{sums === null ? null : <ShareBar sums={sums} />}</td>
      <Ms ms={sums?.idle} />
      <Ms ms={sums?.working} />
      <Ms ms={sums?.backoff} tone="tone-warn" />
      <Ms ms={sums?.asleep} />
      <Ms ms={sums?.total} always />
      <td className="s-when">
        <When at={step.startedAt} />
      </td>
      <td className="s-why" title={step.errorMessage ?? undefined}>
        <bdi>{step.cached ? "replayed from cache" : (step.errorMessage ?? "")}</bdi>
      </td>
    </tr>
  );
}

function Ms({ ms, tone = "", always = false }: { ms: number | undefined; tone?: string; always?: boolean }) {
  const shown = ms !== undefined && (ms > 0 || always);
  return <td className={`number s-ms ${shown ? tone : "dim"}`}>{shown ? shortDuration(ms) : "—"}</td>;
}

/** How a step's time divides, at a glance; the numbers stand beside it. */
function ShareBar({ sums }: { sums: Sums & { total: number } }) {
  const total = Math.max(1, sums.total);
  return (
    <span className="share" aria-hidden="true">
      {(["idle", "working", "backoff", "asleep"] as const).map((kind) =>
        sums[kind] === 0 ? null : (
          <i key={kind} className={`swatch ${kind}`} style={{ width: `${(sums[kind] / total) * 100}%` }} />
        ),
      )}
    </span>
  );
}

const AttemptHead = () => (
  <thead>
    <tr>
      <th className="s-name">Step</th>
      <th className="number s-tries">Attempt</th>
      <th className="s-when">Started</th>
      <th className="s-when">Ended</th>
      <th className="number s-ms">Took</th>
      <th className="number s-wait">Then waited</th>
      <th className="s-why">Ended with</th>
    </tr>
  </thead>
);

function AttemptLine({ line: { step, attempt }, index, all }: { line: Line; index: number; all: readonly Attempt[] }) {
  return (
    <tr aria-rowindex={index + 2}>
      <td className="s-name" title={step.stepName}>
        <Go
          href={hrefWith({
            tab: undefined,
            step: step.stepName,
            attempt: attempt === null ? undefined : String(attempt.attemptNumber),
          })}
        >
          <span className="line">
            <StepIcon status={step.status} />
            <bdi className="cut">{seen(step.stepName)}</bdi>
          </span>
        </Go>
      </td>
      <td className="number s-tries">{attempt === null ? "—" : `${attempt.attemptNumber} of ${all.length}`}</td>
      <td className="s-when">
        <When at={attempt?.startedAt ?? step.startedAt} none={attempt === null ? "not reached" : "start unknown"} />
      </td>
      <td className="s-when">
        <When at={attempt?.endedAt ?? null} />
      </td>
      <td className="number s-ms">{attempt?.durationMs == null ? "—" : shortDuration(attempt.durationMs)}</td>
      <td className="number s-wait dim">{attempt === null ? "" : waited(attempt, all)}</td>
      <td className="s-why" title={attempt?.errorMessage ?? undefined}>
        {attempt === null ? null : <Outcome step={step} attempt={attempt} />}
      </td>
    </tr>
  );
}
