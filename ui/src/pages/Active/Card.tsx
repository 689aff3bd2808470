import { memo } from "react";
import type { ActiveRun } from "../../api/types";
import { useNow } from "../../live";
import { countdown, longDuration } from "../../model/duration";
import { dueAt, filled, type Lane, lateSince } from "../../model/lanes";
import { runHref } from "../../model/runAddress";
import { lookOf } from "../../model/status";
import { middleCut } from "../../model/text";
import { exactTime } from "../../model/when";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { useZone } from "../../shell/url";

const MOST_PIPS = 8;

/** Name and countdown; id and reference; where and why; the bar fills towards the next moment. */
export const Card = memo(function Card({ run, lane, gone }: { run: ActiveRun; lane: Lane; gone: boolean }) {
  const now = useNow();
  const zone = useZone();
  const time = (at: number) => exactTime(new Date(at), new Date(now), zone);
  const bar = filled(run, now);
  return (
    <li className={`card${gone ? " gone" : ""}`}>
      <Go href={runHref(run)}>
        <div className="line">
          <bdi className="strong cut">{run.workflowName}</bdi>
          <span className={`push timer${lane === "late" ? " tone-bad" : ""}`}>
            {gone ? "left this lane" : timer(run, lane, now)}
          </span>
        </div>
        <div className="line small dim">
          <bdi className="mono cut" title={run.workflowId}>
            {middleCut(run.workflowId, 26)}
          </bdi>
          <span className="push nowrap">{reference(run, lane, now, time)}</span>
        </div>
        <div className="line small">
          <Env name={run.env} short />
          <bdi className="cut ink2" title={whereAndWhy(run, lane)}>
            {whereAndWhy(run, lane)}
          </bdi>
          <Progress run={run} />
        </div>
        <div className={`fill ${lane}${bar === null ? " unknown" : ""}`} aria-hidden="true">
          <i style={{ width: `${(bar ?? 1) * 100}%` }} />
        </div>
      </Go>
    </li>
  );
});

function timer(run: ActiveRun, lane: Lane, now: number): string {
  const due = dueAt(run);
  switch (lane) {
    case "late":
      return lookOf(run) === "stuck"
        ? `stuck ${longDuration(now - lateSince(run))}`
        : `${countdown(now - lateSince(run))} late`;
    case "running":
      return countdown(Math.max(0, now - Date.parse(run.startedAt ?? run.createdAt)));
    default:
      return due === null ? "no time set" : due <= now ? "due now" : countdown(due - now);
  }
}

function reference(run: ActiveRun, lane: Lane, now: number, time: (at: number) => string): string {
  const due = dueAt(run);
  const heard =
    run.lastEventAt === null ? "" : `last event ${longDuration(Math.max(0, now - Date.parse(run.lastEventAt)))} ago`;
  switch (lane) {
    case "late":
      return lookOf(run) === "stuck" || due === null ? heard : `due ${time(due)}`;
    case "retrying":
      return run.health?.attempt == null
        ? heard
        : `attempt ${run.health.attempt}${run.health.maxAttempts === null ? "" : ` of ${run.health.maxAttempts}`}`;
    case "running":
      return run.usual === null ? heard : `usually ${longDuration(run.usual.p50Ms)}`;
    case "sleeping":
      return due === null ? heard : `at ${time(due)}`;
  }
}

function whereAndWhy(run: ActiveRun, lane: Lane): string {
  const step = run.errorStepName ?? run.currentStep;
  if (lane === "retrying" && run.errorMessage !== null) return `${step === null ? "" : `${step}: `}${run.errorMessage}`;
  if (lane === "late" && run.currentStep === null) return run.health?.reason ?? "";
  return run.currentStep ?? run.completedSteps.at(-1) ?? "no step yet";
}

/** Pips while there are few steps, else a count: so many done, so many known. */
function Progress({ run }: { run: ActiveRun }) {
  const done = run.completedSteps.length;
  const known = Math.max(run.stepCount, done);
  const words = `${done} of ${known} known steps done`;
  if (known === 0) return null;
  if (known > MOST_PIPS) {
    return (
      <span className="push dim nowrap" title={words}>
        {done}/{known}
      </span>
    );
  }
  return (
    <span className="push card-pips" role="img" aria-label={words} title={words}>
      {Array.from({ length: known }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pips are all alike
        <i key={index} className={index < done ? "done" : index === done ? "here" : ""} />
      ))}
    </span>
  );
}
