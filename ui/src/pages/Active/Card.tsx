import { memo } from "react";
import type { ActiveRun } from "../../api/types";
import { useNow } from "../../live";
import { countdown, longDuration } from "../../model/duration";
import { estimateDetail, estimateOf } from "../../model/estimate";
import { dueAt, expected, filled, isSlow, type Lane, lateSince } from "../../model/lanes";
import { runHref } from "../../model/runAddress";
import { lookOf } from "../../model/status";
import { middleCut, seen } from "../../model/text";
import { exactTime, relativeTime } from "../../model/when";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { useZone } from "../../shell/url";

const MOST_PIPS = 8;

/** Name and countdown; id and reference; where and why; the bar fills towards the next moment. */
export const Card = memo(function Card({ run, lane, gone }: { run: ActiveRun; lane: Lane; gone: boolean }) {
  const now = useNow();
  const zone = useZone();
  const time = (at: number) => exactTime(new Date(at), new Date(now), zone);
  const { step, words, isForeign } = whereAndWhy(run, lane);
  const bar = filled(run, now);
  const tone = lane === "running" && isSlow(run, now) ? "slow" : lane;
  const heard = run.lastEventAt === null ? null : new Date(Math.min(now, Date.parse(run.lastEventAt)));
  return (
    <li className={`card${gone ? " gone" : ""}`}>
      <Go href={runHref(run)}>
        <div className="line">
          <bdi className="strong cut">{seen(run.workflowName)}</bdi>
          <span className={`push timer${lane === "late" ? " tone-bad" : ""}`}>
            {gone ? "left this lane" : timer(run, lane, now)}
          </span>
        </div>
        <div className="line small dim">
          <bdi className="mono cut" title={run.workflowId}>
            {middleCut(seen(run.workflowId), 26)}
          </bdi>
          {heard === null ? null : (
            <span className="nowrap" title="Since the last event">
              {relativeTime(heard, new Date(now))}
            </span>
          )}
          <span className="push nowrap">{reference(run, lane, now, time)}</span>
        </div>
        <div className="line small">
          <Env name={run.env} short />
          <span className="cut ink2" title={`${step === null ? "" : `${step} `}${words}`.trim()}>
            {step === null ? null : <bdi>{step}</bdi>}
            {step === null || words === "" ? "" : ": "}
            {isForeign ? <bdi>{words}</bdi> : words}
          </span>
          <span className="push">
            <Progress run={run} />
          </span>
        </div>
        <div className={`fill ${tone}${bar === null ? " unknown" : ""}`} aria-hidden="true">
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
      if (lookOf(run) === "queued") return `queued ${longDuration(now - lateSince(run))}`;
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
  switch (lane) {
    case "late":
      return lookOf(run) !== "overdue" || due === null ? usually(run) : `due ${time(due)}`;
    case "retrying":
      return attemptOf(run);
    case "running":
      return (
        estimateDetail(estimateOf(run), now) ||
        usually(run) ||
        (run.startedAt === null ? "" : `since ${time(Date.parse(run.startedAt))}`)
      );
    case "sleeping":
      return due === null ? "" : `at ${time(due)}`;
  }
}

function usually(run: ActiveRun): string {
  const usual = expected(run);
  return usual === null ? "" : `usually ${longDuration(usual.p50Ms)}`;
}

function attemptOf({ health }: ActiveRun): string {
  if (health?.attempt == null) return "";
  return `attempt ${health.attempt}${health.maxAttempts === null ? "" : ` of ${health.maxAttempts}`}`;
}

/** The step as it was named, and why: in the sender's words, which may run the other way, or in Weir's own. */
function whereAndWhy(run: ActiveRun, lane: Lane): { step: string | null; words: string; isForeign: boolean } {
  const step = run.reason?.stepName ?? run.currentStep;
  if (lane === "retrying" && run.reason !== null) return { step, words: run.reason.text, isForeign: true };
  if ((lane === "late" || lane === "retrying") && step === null) {
    return { step: null, words: run.health?.reason ?? "", isForeign: false };
  }
  if (run.session) return { step: null, words: `live session through ${seen(run.serviceKey)}`, isForeign: false };
  const where = run.currentStep ?? run.completedSteps.at(-1);
  if (where === undefined) return { step: null, words: "no step yet", isForeign: false };
  return { step: seen(where), words: "", isForeign: false };
}

/** Pips while there are few steps, else a count: so many done, so many known. */
function Progress({ run }: { run: ActiveRun }) {
  const done = run.completedSteps.length;
  const known = Math.max(run.stepCount, done);
  const words = `${done} of ${known} known steps done`;
  if (known === 0) return null;
  if (known > MOST_PIPS) {
    return (
      <span className="dim nowrap" title={words}>
        {done}/{known}
      </span>
    );
  }
  return (
    <span className="card-pips" role="img" aria-label={words} title={words}>
      {Array.from({ length: known }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pips are all alike
        <i key={index} className={index < done ? "done" : index === done ? "here" : ""} />
      ))}
    </span>
  );
}
