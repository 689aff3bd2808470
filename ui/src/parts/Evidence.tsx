import type { ReactNode } from "react";

/** A value, or a dash that says on hover why there is none. */
export function Evidence<T>({
  value,
  why,
  children,
}: {
  value: T | null | undefined;
  why: string;
  children: (value: T) => ReactNode;
}) {
  if (value !== null && value !== undefined) return children(value);
  return (
    <span className="dim" title={why}>
      —<span className="unseen">{why}</span>
    </span>
  );
}
