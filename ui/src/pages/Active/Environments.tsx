import type { ActiveEnvironment } from "../../api/types";
import { useNow } from "../../live";
import { shortDuration } from "../../model/duration";
import { orderEnvironments } from "../../model/environments";
import { WATCHED_MINUTES } from "../../model/queueDepth";
import { OPEN_STATUSES } from "../../model/runTabs";
import { some, stringifySearch } from "../../model/search";
import { count } from "../../model/text";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { useScope } from "../../shell/url";
import { QueueSpark, useQueueDepths } from "./QueueSpark";
import { Quiet } from "./Quiet";

/** What is queued has a health as well, and a number of its own. */
const OPEN = { status: [...OPEN_STATUSES] };
const COLUMNS = [
  ["running", "Running", "", { health: "ok", status: "running" }],
  ["retrying", "Retrying", "tone-warn", { ...OPEN, health: "retrying" }],
  ["sleeping", "Sleeping", "", { ...OPEN, health: "waiting" }],
  ["overdue", "Overdue", "tone-bad", { ...OPEN, health: "overdue" }],
  ["stalled", "Stuck", "tone-bad", { ...OPEN, health: "stalled" }],
  ["queued", "Queued", "", { status: "pending" }],
] as const;

/** How each environment fares: every number opens the runs behind it. */
export function Environments({ environments }: { environments: readonly ActiveEnvironment[] }) {
  const now = useNow();
  const depths = useQueueDepths(environments);
  const { service } = useScope();
  if (environments.length === 0) return <Quiet />;
  const order = orderEnvironments(environments.map((one) => one.env));
  const sorted = [...environments].sort((a, b) => order.indexOf(a.env) - order.indexOf(b.env));
  return (
    <div className="scroll-x">
      <table className="table depth">
        <thead>
          <tr>
            <th>
              <span className="on-wide">Environment</span>
              <span className="on-phone">Env</span>
            </th>
            {COLUMNS.map(([key, label]) => (
              <th key={key} className="number">
                {label}
              </th>
            ))}
            <th className="number d-oldest">Oldest queued</th>
            <th className="d-queue" title="As this window saw it: the longest queue of each minute">
              Queue, last {WATCHED_MINUTES} min
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((one) => (
            <tr key={one.env}>
              <td>
                <span className="on-wide">
                  <Env name={one.env} />
                </span>
                <span className="on-phone">
                  <Env name={one.env} short />
                </span>
              </td>
              {COLUMNS.map(([key, label, tone, filter]) => (
                <td key={key} className="number">
                  <Go
                    className={one[key] === 0 ? "dim" : tone}
                    href={`/runs${stringifySearch({ env: one.env, service: some(service), ...filter, from: "all" })}`}
                    aria-label={`${label} in ${one.env}: ${one[key]}`}
                  >
                    {count(one[key])}
                  </Go>
                </td>
              ))}
              <td className="number d-oldest">
                {one.oldestQueuedAt === null ? (
                  <span className="dim">none</span>
                ) : (
                  shortDuration(Math.max(0, now - Date.parse(one.oldestQueuedAt)))
                )}
              </td>
              <td className="d-queue">
                <QueueSpark depth={depths.get(one.env)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
