import { useEnvironmentMark } from "../../shell/environments";

/** The line that an environment has in charts. */
export function EnvLine({ name }: { name: string }) {
  const { slot, mark } = useEnvironmentMark(name);
  return (
    <svg className="env-line" width="16" height="6" role="img" aria-label={name}>
      <title>{name}</title>
      <path className={`plot-line slot${slot} ${mark}`} d="M0 3H16" />
    </svg>
  );
}
