import type { SessionDetail } from "../../api/sessions";
import { shortDuration } from "../../model/duration";
import { offset, startupSteps } from "../../model/sessionLanes";

/** The first edges as a waterfall: each bar is the wait for that edge. */
export function Startup({ detail }: { detail: SessionDetail }) {
  const steps = startupSteps(detail.edges);
  const whole = Math.max(1, ...steps.map((step) => step.at));
  return (
    <section aria-label="Startup">
      <div className="section-head">
        <h2>Startup</h2>
        <span className="small dim">each edge at its first occurrence</span>
      </div>
      {steps.length === 0 ? (
        <p className="small dim">No edge of the start was seen.</p>
      ) : (
        <ol className="waterfall">
          {steps.map((step) => (
            <li key={step.traceType}>
              <span className="waterfall-name cut" title={step.traceType}>
                <b>{step.name}</b> <span className="mono dim">{step.traceType}</span>
              </span>
              <span className="waterfall-plot" aria-hidden="true">
                <i
                  className={step.inverted ? "inverted" : ""}
                  style={{
                    left: `${(Math.max(0, step.from) / whole) * 100}%`,
                    width: `max(3px, ${((step.inverted ? 0 : step.at - step.from) / whole) * 100}%)`,
                  }}
                />
              </span>
              <span
                className={`waterfall-time number ${step.inverted ? "dim" : ""}`}
                title={
                  step.inverted
                    ? "It comes before an edge that it follows: clocks differ."
                    : shortDuration(step.at - step.from)
                }
              >
                {offset(step.at, 0)}
                {step.inverted ? ", inverted" : ""}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
