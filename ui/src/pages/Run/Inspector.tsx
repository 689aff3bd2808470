import "./inspector.css";
import { memo, useEffect, useMemo, useRef } from "react";
import type { Attempt, RunDetail, RunRef, Step } from "../../api/types";
import { longDuration, shortDuration } from "../../model/duration";
import { seen } from "../../model/text";
import type { Timeline } from "../../model/timeline";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { JsonViewer } from "../../parts/JsonViewer";
import { StepIcon } from "../../parts/timeline/Gutter";
import { When } from "../../parts/When";
import { changeSearch, hrefWith } from "../../shell/url";
import { BackoffScale } from "./BackoffScale";
import type { RunUrl } from "./url";

const MOST_ROWS = 200;

/** The selected step: every attempt with how it ended, and its back-offs to scale. */
export const Inspector = memo(function Inspector({
  detail,
  url,
  timeline,
}: {
  run: RunRef;
  detail: RunDetail;
  url: RunUrl;
  timeline: Timeline;
}) {
  const step = detail.steps.find((one) => one.stepName === url.step) ?? chooseStep(detail);
  const attempts = useMemo(
    () =>
      detail.attempts
        .filter((one) => one.stepName === step?.stepName)
        .sort((a, b) => a.attemptNumber - b.attemptNumber),
    [detail.attempts, step?.stepName],
  );
  if (step === undefined) return null;
  const current = attempts.find((one) => one.attemptNumber === url.attempt) ?? attempts.at(-1);
  const row = timeline.rows.find((one) => one.key === step.stepName);
  return (
    <aside className="inspector" aria-label={`Step ${step.stepName}`}>
      <header className="line">
        <StepIcon status={step.status} />
        <h3 className="strong cut" title={step.stepName}>
          <bdi>{seen(step.stepName)}</bdi>
        </h3>
        <span className="dim small nowrap">
          {step.status === "pending" ? "not reached" : step.status}
          {attempts.length > 1 ? `, ${attempts.length} attempts` : ""}
        </span>
        <span className="push line walk">
          <Walk detail={detail} step={step} by={-1} />
          <Walk detail={detail} step={step} by={1} />
        </span>
      </header>
      {row === undefined ? null : <BackoffScale row={row} current={current?.attemptNumber ?? null} />}
      {attempts.length === 0 ? null : <Attempts step={step} attempts={attempts} current={current} />}
      <Differs attempts={attempts} />
      <Facts step={step} current={current} />
      {step.result === null ? null : (
        <JsonViewer value={step.result} name={`Result of ${step.stepName}`} height={220} />
      )}
    </aside>
  );
});

/** Nothing selected: what went wrong, else what goes on, else the last one. */
function chooseStep(detail: RunDetail): Step | undefined {
  const { errorStepName, currentStep } = detail.workflow;
  return (
    detail.steps.find((step) => step.stepName === (errorStepName ?? currentStep)) ??
    detail.steps.find((step) => step.status === "failed" || step.status === "retrying") ??
    detail.steps.findLast((step) => step.startedAt !== null) ??
    detail.steps.at(-1)
  );
}

function Walk({ detail, step, by }: { detail: RunDetail; step: Step; by: 1 | -1 }) {
  const next = detail.steps[detail.steps.indexOf(step) + by];
  if (next === undefined) return null;
  return (
    <button
      type="button"
      className="button bare square"
      aria-label={by === 1 ? "Next step" : "Step before"}
      onClick={() => changeSearch({ step: next.stepName, attempt: undefined })}
    >
      <Icon name={by === 1 ? "arrowDown" : "arrowUp"} size={14} />
    </button>
  );
}

function Attempts(props: { step: Step; attempts: readonly Attempt[]; current: Attempt | undefined }) {
  const { step, attempts, current } = props;
  const here = current === undefined ? attempts.length : attempts.indexOf(current);
  const from = Math.max(0, Math.min(attempts.length - MOST_ROWS, here - MOST_ROWS / 2));
  const shown = attempts.slice(from, from + MOST_ROWS);
  const row = useRef<HTMLTableRowElement>(null);
  const number = current?.attemptNumber;
  useEffect(() => {
    const box = row.current?.closest("section");
    if (number === undefined || !box || !row.current) return;
    const [around, own] = [box.getBoundingClientRect(), row.current.getBoundingClientRect()];
    if (own.top < around.top || own.bottom > around.bottom) box.scrollTop += own.top - around.top - around.height / 2;
  }, [number]);
  return (
    <section className="attempts" tabIndex={0} aria-label="Attempts">
      {shown.length < attempts.length ? (
        <p className="small dim">
          Attempts {from + 1} to {from + shown.length} of {attempts.length}; all are in Steps, as attempts.
        </p>
      ) : null}
      <table className="table tight">
        <thead>
          <tr>
            <th className="a-n">#</th>
            <th>Ended with</th>
            <th className="number a-d">Took</th>
            <th className="number a-w">Then waited</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((attempt) => (
            <tr
              key={attempt.attemptNumber}
              ref={attempt === current ? row : undefined}
              className={attempt === current ? "current" : undefined}
            >
              <td className="a-n">
                <button
                  type="button"
                  className="row-link"
                  aria-label={`Attempt ${attempt.attemptNumber}`}
                  aria-pressed={attempt === current}
                  onClick={() => changeSearch({ step: attempt.stepName, attempt: String(attempt.attemptNumber) })}
                >
                  {attempt.attemptNumber}
                </button>
              </td>
              <td title={attempt.errorMessage ?? undefined}>
                <Outcome step={step} attempt={attempt} />
              </td>
              <td className="number">{attempt.durationMs === null ? "—" : shortDuration(attempt.durationMs)}</td>
              <td className="number dim">{waited(attempt, attempts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function Outcome({ step, attempt }: { step: Step; attempt: Attempt }) {
  switch (attempt.result) {
    case "success":
      return <span className="ink2">success</span>;
    case "timeout":
      return <bdi className="tone-bad">{attempt.errorMessage ?? "timeout"}</bdi>;
    case "failure":
      return <bdi className="tone-bad">{attempt.errorMessage ?? "failure, no message"}</bdi>;
    default:
      return <span className="dim">{openEnd(step, attempt)}</span>;
  }
}

function openEnd(step: Step, attempt: Attempt): string {
  if (attempt.endedAt !== null) return "unknown";
  return step.status === "running" && attempt.attemptNumber === step.currentAttempt ? "still running" : "no end known";
}

/** Until the next attempt really began; while none has, what was planned. */
export function waited(attempt: Attempt, attempts: readonly Attempt[]): string {
  const next = attempts.find((one) => one.attemptNumber === attempt.attemptNumber + 1);
  if (attempt.result === "success") return "";
  if (next?.startedAt != null && attempt.endedAt !== null) {
    return shortDuration(Math.max(0, Date.parse(next.startedAt) - Date.parse(attempt.endedAt)));
  }
  if (attempt.retryDelayMs !== null) return `${longDuration(attempt.retryDelayMs)} planned`;
  return attempt.result === null ? "" : "none left";
}

function Differs({ attempts }: { attempts: readonly Attempt[] }) {
  const errors = attempts.filter((one) => one.errorMessage !== null);
  const first = errors[0];
  const last = errors.at(-1);
  if (first === undefined || last === undefined || first.errorMessage === last.errorMessage) return null;
  return (
    <p className="note small">
      <Icon name="warning" size={14} />
      <span>
        Attempt {first.attemptNumber} failed differently from attempt {last.attemptNumber}:{" "}
        <bdi>{first.errorMessage}</bdi>
      </span>
    </p>
  );
}

const isOver = ({ status }: Step) => status === "completed" || status === "failed";

function Facts({ step, current }: { step: Step; current: Attempt | undefined }) {
  // Whether it is kept is not known before the step has ended.
  const outcome = step.timedOut ? ", exceeded" : isOver(step) ? ", kept" : "";
  const timeout = step.timeoutMs === null ? null : `${shortDuration(step.timeoutMs)}${outcome}`;
  return (
    <dl className="facts-list small">
      <Fact name="Started">
        <When at={current?.startedAt ?? step.startedAt} />
      </Fact>
      {current === undefined ? null : (
        <Fact name="Ended">
          <When at={current.endedAt} none={step.status === "running" ? "running" : "—"} />
        </Fact>
      )}
      {current === undefined ? null : <AttemptEvents attempt={current} />}
      {timeout === null ? null : <Fact name="Timeout">{timeout}</Fact>}
      {step.timeoutDeadline === null ? null : (
        <Fact name="Deadline">
          <When at={step.timeoutDeadline} />
        </Fact>
      )}
      {step.maxAttempts === null ? null : <Fact name="Attempts allowed">{step.maxAttempts}</Fact>}
      {step.nextRetryAt === null ? null : (
        <Fact name="Next attempt">
          <When at={step.nextRetryAt} />
        </Fact>
      )}
      {step.cached ? <Fact name="Result">replayed from cache</Fact> : null}
      {step.inferred ? <Fact name="Status">inferred from how the run ended</Fact> : null}
    </dl>
  );
}

/** To the very events that tell of the attempt. */
function AttemptEvents({ attempt }: { attempt: Attempt }) {
  const links = (
    [
      ["start", attempt.startEventId],
      ["end", attempt.endEventId],
    ] as const
  ).filter(([, id]) => id !== null);
  if (links.length === 0) return null;
  return (
    <Fact name="Events">
      {links.map(([word, id], index) => (
        <span key={word}>
          {index === 0 ? "" : ", "}
          <Go className="link" href={hrefWith({ tab: "events", event: id ?? undefined })}>
            {word}
          </Go>
        </span>
      ))}
    </Fact>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
