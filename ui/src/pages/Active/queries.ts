import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { fetchActive } from "../../api/endpoints";
import type { ActivePage, RunItem } from "../../api/types";
import { useLiveRuns } from "../../live";
import { patchActive } from "../../model/lanes";
import type { Scope } from "../../model/scope";

const MOST = 1_000;
const AGAIN_MS = 15_000;

/** What goes on in the scope: kept up to date by live changes, and asked for again now and then for what only time changes. */
export function useActive({ env, service }: Pick<Scope, "env" | "service">) {
  const queries = useQueryClient();
  const key = useMemo(() => ["active", { env, service }], [env, service]);
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchActive({ env, service, limit: MOST }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
  const inScope = (run: RunItem) =>
    (env.length === 0 || env.includes(run.env)) && (service.length === 0 || service.includes(run.serviceKey));
  useLiveRuns((changed) => {
    queries.setQueryData<ActivePage>(key, (page) =>
      page === undefined ? page : { ...page, items: patchActive(page.items, changed, inScope) },
    );
  });
  return query;
}

/** The counts per environment come with every page; one run is enough to ask for. */
export function useActiveEnvironments({ env, service }: Pick<Scope, "env" | "service">) {
  const query = useQuery({
    queryKey: ["counts", "active", { env, service }],
    queryFn: ({ signal }) => fetchActive({ env, service, limit: 1 }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
  return query.data?.environments;
}
