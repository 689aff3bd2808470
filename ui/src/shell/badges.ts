import { useQuery } from "@tanstack/react-query";
import { fetchCounts } from "../api/endpoints";
import { useScope } from "./url";

/** A count beside an item of the rail: only for what asks for something. */
export interface Badge {
  count: number;
  tone: "bad" | "warn" | "dim";
  words: string;
}

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

export function useBadge(path: string): Badge | null {
  const late = useLate(path === "/active");
  return path === "/active" && late > 0 ? { count: late, tone: "bad", words: "overdue or stuck" } : null;
}
