import { useQuery } from "@tanstack/react-query";
import { createContext, useCallback, useContext, useMemo } from "react";
import { fetchEnvironments, fetchServices } from "../api/endpoints";
import type { StatusCounts } from "../api/types";
import { type EnvironmentMark, markEnvironments, orderEnvironments } from "../model/environments";

const SELECTORS_EVERY_MS = 30_000;

function useEnvironmentList() {
  return useQuery({
    queryKey: ["environments"],
    queryFn: ({ signal }) => fetchEnvironments(signal),
    refetchInterval: SELECTORS_EVERY_MS,
  });
}

export function useEnvironments(): string[] {
  const { data } = useEnvironmentList();
  return useMemo(() => orderEnvironments((data?.items ?? []).map((item) => item.env)), [data]);
}

/** How many runs each environment has in all, for its selector. */
export function useEnvironmentCounts(): ReadonlyMap<string, StatusCounts> {
  const { data } = useEnvironmentList();
  return useMemo(() => new Map((data?.items ?? []).map((item) => [item.env, item.counts])), [data]);
}

/** The services with how many runs each has, in those environments that are chosen. */
export function useServices(chosen: readonly string[]): { name: string; counts: StatusCounts[] }[] {
  const { data } = useQuery({
    queryKey: ["services"],
    queryFn: ({ signal }) => fetchServices(signal),
    refetchInterval: SELECTORS_EVERY_MS,
  });
  return useMemo(
    () =>
      (data?.items ?? [])
        .map(({ serviceKey, environments }) => ({
          name: serviceKey,
          counts: environments
            .filter(({ env }) => chosen.length === 0 || chosen.includes(env))
            .map((one) => one.counts),
        }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    [data, chosen],
  );
}

export const EnvironmentMarks = createContext<Map<string, EnvironmentMark>>(new Map());

export function useEnvironmentMark(name: string): EnvironmentMark {
  const markOf = useEnvironmentMarks();
  return useMemo(() => markOf(name), [markOf, name]);
}

/** For a list of names whose length is not known beforehand. */
export function useEnvironmentMarks(): (name: string) => EnvironmentMark {
  const marks = useContext(EnvironmentMarks);
  return useCallback(
    (name) => {
      // One that nobody has listed yet must not look like another.
      const known = marks.get(name) ?? markEnvironments([...marks.keys(), name]).get(name);
      return known ?? { slot: 1, mark: "full", short: name };
    },
    [marks],
  );
}
