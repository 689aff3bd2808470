import type { RunDetail } from "../../api/types";
import { seen } from "../../model/text";

const MOST_PIPS = 24;

/** One pip per step as long as they can be told apart; beyond that the share that is done. */
export function Pips({ detail }: { detail: RunDetail }) {
  const { steps } = detail;
  if (steps.length === 0) return null;
  if (steps.length > MOST_PIPS) {
    const share = (status: string) => (steps.filter((step) => step.status === status).length / steps.length) * 100;
    return (
      <div className="pips-many" aria-hidden="true">
        {["completed", "running", "retrying", "failed", "cancelled"].map((status) => (
          <i key={status} className={`pip ${status}`} style={{ width: `${share(status)}%` }} />
        ))}
      </div>
    );
  }
  return (
    <ol className="pips" aria-label="Steps">
      {steps.map((step) => (
        <li key={step.stepName} className={step.status} title={`${step.stepName}, ${step.status}`}>
          <i className={`pip ${step.status}`} />
          <bdi className="cut">{seen(step.stepName)}</bdi>
        </li>
      ))}
    </ol>
  );
}
