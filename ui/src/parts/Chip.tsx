import { Icon } from "./Icon";

/** A filter that is on: key dim, value strong. */
export function Chip({ name, value, onRemove }: { name: string; value: string; onRemove: () => void }) {
  return (
    <span className="chip">
      {name} <bdi className="strong cut">{value}</bdi>
      <button type="button" onClick={onRemove} aria-label={`Remove ${name} ${value}`}>
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}
