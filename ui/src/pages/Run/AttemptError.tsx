import { memo } from "react";
import type { Attempt, RunDetail } from "../../api/types";
import { Copy } from "../../parts/Copy";
import { When } from "../../parts/When";
import { changeSearch } from "../../shell/url";
import type { RunUrl } from "./url";

/** The error of the selected attempt; of the run as long as none is selected. */
export const AttemptError = memo(function AttemptError({ detail, url }: { detail: RunDetail; url: RunUrl }) {
  if (url.step === null) return <RunError detail={detail} />;
  const attempts = detail.attempts.filter((one) => one.stepName === url.step);
  const shown = attempts.find((one) => one.attemptNumber === url.attempt) ?? attempts.at(-1);
  if (shown === undefined || shown.errorMessage === null) return null;
  const other = attempts.find(
    (one) => one !== shown && one.errorMessage !== null && one.errorMessage !== shown.errorMessage,
  );
  return (
    <section className="run-error" aria-label={`Error of attempt ${shown.attemptNumber}`}>
      <header className="line">
        <h3 className="strong cut">Error of {attempts.length > 1 ? `attempt ${shown.attemptNumber}` : url.step}</h3>
        <span className="small dim">
          <When at={shown.endedAt} />
        </span>
        {other === undefined ? null : (
          <button type="button" className="button bare push" onClick={() => select(other)}>
            Attempt {other.attemptNumber} instead
          </button>
        )}
        <span className={other === undefined ? "push" : ""}>
          <Copy text={textOf(shown.errorMessage, shown.errorStack)} label="Copy the error" />
        </span>
      </header>
      <Stack message={shown.errorMessage} stack={shown.errorStack} />
    </section>
  );
});

const select = (attempt: Attempt) => changeSearch({ step: attempt.stepName, attempt: String(attempt.attemptNumber) });

function RunError({ detail: { workflow } }: { detail: RunDetail }) {
  if (workflow.errorMessage === null) return null;
  return (
    <section className="run-error" aria-label="Error of the run">
      <header className="line">
        <h3 className="strong">Error</h3>
        {workflow.errorStepName === null ? null : (
          <span className="small dim cut">
            at <bdi>{workflow.errorStepName}</bdi>
            {workflow.errorAttempt === null ? "" : `, attempt ${workflow.errorAttempt}`}
          </span>
        )}
        <span className="push">
          <Copy text={textOf(workflow.errorMessage, workflow.errorStack)} label="Copy the error" />
        </span>
      </header>
      <Stack message={workflow.errorMessage} stack={workflow.errorStack} />
    </section>
  );
}

const textOf = (message: string, stack: string | null) =>
  stack === null ? message : stack.includes(message) ? stack : `${message}\n${stack}`;

/** Message first and in full; a stack often begins with it, and says it once. */
export function Stack({ message, stack }: { message: string; stack: string | null }) {
  const lines = (stack ?? "").split("\n");
  const begins = lines[0]?.includes(message.split("\n", 1)[0] ?? message) ?? false;
  return (
    <pre className="stack" tabIndex={0}>
      <bdi className="tone-bad">{begins ? lines[0] : message}</bdi>
      {stack === null ? null : <bdi>{`\n${begins ? lines.slice(1).join("\n") : stack}`}</bdi>}
    </pre>
  );
}
