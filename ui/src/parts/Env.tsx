import { useEnvironmentMark } from "../shell/environments";

/** The name of an environment in its colour, behind its mark. */
export function Env({ name, short = false }: { name: string; short?: boolean }) {
  const mark = useEnvironmentMark(name);
  return (
    <span className="env" style={{ color: `var(--env${mark.slot})` }} title={short ? name : undefined}>
      <svg viewBox="0 0 9 9" width="9" height="9" aria-hidden="true">
        {mark.mark === "full" ? <rect width="9" height="9" rx="1.5" className="solid" /> : null}
        {mark.mark !== "full" ? <rect x="0.75" y="0.75" width="7.5" height="7.5" rx="1" /> : null}
        {mark.mark === "half" ? <rect x="0.75" y="4.5" width="7.5" height="3.75" className="solid" /> : null}
      </svg>
      <bdi className="cut">{short ? mark.short : name}</bdi>
    </span>
  );
}
