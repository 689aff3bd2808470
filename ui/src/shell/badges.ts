import { useQuery } from "@tanstack/react-query";
import { fetchCounts, fetchSignatures, fetchStageBoard } from "../api/endpoints";
import { useOverview } from "./overview";
import { useScope } from "./url";

/** A count beside an item of the rail: only for what asks for something. */
export interface Badge {
  count: number;
  tone: "bad" | "warn" | "dim";
  words: string;
}

/** How the key of the count of regressed kinds begins, for whoever resolves one. */
export const REGRESSED = ["counts", "regressed"];
const MOST_REGRESSED = 1_000;

/** Runs that should have gone on and have not. */
function useLate(enabled: boolean): number {
  const { env, service } = useScope();
  const { data } = useQuery({
    queryKey: ["counts", "late", { env, service }],
    queryFn: ({ signal }) => fetchCounts("health", { env, service, health: ["overdue", "stalled"] }, signal),
    enabled,
  });
  return data?.total ?? 0;
}

/** Stages under way whose due time has passed. */
function usePastSla(enabled: boolean): number {
  const { env, service } = useScope();
  const { data } = useQuery({
    queryKey: ["counts", "past-sla", { env, service }],
    queryFn: ({ signal }) => fetchStageBoard({ env, service, meaning: "open-now", limit: 1 }, signal),
    refetchInterval: 30_000,
    enabled,
  });
  return data?.overdue ?? 0;
}

/** Things that need a person now. */
function useNeeded(enabled: boolean): number {
  const { data } = useOverview({ enabled });
  return data?.attention.filter(({ urgency }) => urgency === "now").length ?? 0;
}

/** Kinds of failures that somebody had resolved and that were seen again since. */
function useRegressed(enabled: boolean): number {
  const { env, service } = useScope();
  const { data } = useQuery({
    queryKey: [...REGRESSED, { env, service }],
    queryFn: ({ signal }) => fetchSignatures({ env, service, state: ["regressed"], limit: MOST_REGRESSED }, signal),
    // Failures are learned from after their runs were counted.
    refetchInterval: 15_000,
    enabled,
  });
  return data?.items.length ?? 0;
}

export function useBadge(path: string): Badge | null {
  const needed = useNeeded(path === "/overview");
  const late = useLate(path === "/active");
  const pastSla = usePastSla(path === "/stages");
  const regressed = useRegressed(path === "/failures");
  if (path === "/overview" && needed > 0) {
    return { count: needed, tone: "bad", words: needed === 1 ? "thing needs you" : "things need you" };
  }
  if (path === "/active" && late > 0) return { count: late, tone: "bad", words: "overdue or stuck" };
  if (path === "/stages" && pastSla > 0) return { count: pastSla, tone: "warn", words: "past SLA" };
  if (path === "/failures" && regressed > 0) return { count: regressed, tone: "bad", words: "regressed" };
  return null;
}
