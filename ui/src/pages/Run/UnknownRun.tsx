import type { RunRef } from "../../api/types";
import { runHref } from "../../model/runAddress";
import { middleCut } from "../../model/text";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { useNearestIds } from "./queries";

/** The same words for what does not exist and what one may not see. */
export function UnknownRun({ run }: { run: RunRef }) {
  const nearest = useNearestIds(run).data?.items ?? [];
  return (
    <div className="empty">
      <p className="strong">
        No run <bdi className="mono">{middleCut(run.workflowId, 60)}</bdi> of {run.env}/{run.serviceKey} in what you may
        see.
      </p>
      {nearest.length === 0 ? null : (
        <>
          <p className="small">Nearest ids:</p>
          <ul className="nearest small">
            {nearest.map((one) => (
              <li key={one.id} className="line">
                <Env name={one.env} short />
                <Go className="link mono" href={runHref(one)}>
                  <bdi>{middleCut(one.workflowId, 48)}</bdi>
                </Go>
                <bdi className="dim">{one.workflowName}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      <Go className="button" href="/runs">
        Show all runs
      </Go>
    </div>
  );
}
