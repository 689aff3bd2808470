import "./active.css";
import { useMemo } from "react";
import type { ActiveEnvironment, ActiveRun } from "../../api/types";
import { LANES, type Lane, laneOf, laneTotals, sortLane } from "../../model/lanes";
import { Failed, Loading, LoadingRows } from "../../parts/States";
import { useHeading } from "../../shell/heading";
import { useScope } from "../../shell/url";
import { Environments } from "./Environments";
import { LaneColumn } from "./LaneColumn";
import { useActive, useActiveEnvironments } from "./queries";

const NONE: ActiveEnvironment[] = [];

export default function Active() {
  useHeading("Active");
  const scope = useScope();
  const query = useActive(scope);
  const lanes = useMemo(() => intoLanes(query.data?.items ?? []), [query.data]);
  const page = query.data;
  const environments = useActiveEnvironments(scope) ?? page?.environments;
  const totals = useMemo(() => laneTotals(environments ?? NONE), [environments]);
  // What is loaded follows every change at once, the counts a little later: they are needed where not all is loaded.
  const total = (lane: Lane) => {
    const loaded = lanes.get(lane)?.length ?? 0;
    return page?.next == null ? loaded : Math.max(loaded, totals[lane]);
  };
  return (
    <div className="active-page">
      {query.error ? <Failed what="What is active" error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending && !query.error ? (
        <Loading label="Loading what is active">
          <LoadingRows rows={12} />
        </Loading>
      ) : null}
      {page === undefined ? null : (
        <>
          <Environments environments={environments ?? NONE} />
          <div className="lanes">
            {LANES.map((lane) => (
              <LaneColumn key={lane} lane={lane} runs={lanes.get(lane) ?? []} total={total(lane)} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

function intoLanes(runs: readonly ActiveRun[]): Map<Lane, ActiveRun[]> {
  const lanes = new Map<Lane, ActiveRun[]>(LANES.map((lane) => [lane, []]));
  for (const run of runs) {
    const lane = laneOf(run);
    if (lane !== null) lanes.get(lane)?.push(run);
  }
  for (const lane of LANES) lanes.set(lane, sortLane(lane, lanes.get(lane) ?? []) as ActiveRun[]);
  return lanes;
}
