import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useMemo } from "react";
import { fetchEnvironments, fetchServices } from "../api/endpoints";
import { type EnvironmentMark, markEnvironments, orderEnvironments } from "../model/environments";

const SELECTORS_EVERY_MS = 30_000;

export function useEnvironments(): string[] {
  const { data } = useQuery({
    queryKey: ["environments"],
    queryFn: ({ signal }) => fetchEnvironments(signal),
    refetchInterval: SELECTORS_EVERY_MS,
  });
  return useMemo(() => orderEnvironments((data?.items ?? []).map((item) => item.env)), [data]);
}

export function useServices(): string[] {
  const { data } = useQuery({
    queryKey: ["services"],
    queryFn: ({ signal }) => fetchServices(signal),
    refetchInterval: SELECTORS_EVERY_MS,
  });
  return useMemo(() => (data?.items ?? []).map((item) => item.serviceKey).sort((a, b) => a.localeCompare(b)), [data]);
}

export const EnvironmentMarks = createContext<Map<string, EnvironmentMark>>(new Map());

export function useEnvironmentMark(name: string): EnvironmentMark {
  const marks = useContext(EnvironmentMarks);
  return useMemo(() => {
    const known = marks.get(name) ?? markEnvironments([name]).get(name);
    return known ?? { slot: 1, mark: "full", short: name };
  }, [marks, name]);
}
