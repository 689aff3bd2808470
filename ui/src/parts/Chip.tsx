import { Icon } from "./Icon";

interface ChipProps {
  name: string;
  value: string;
  /** none of these instead of any of these */
  not?: boolean;
  /** absent where the other way round makes no sense */
  onReverse?: (() => void) | undefined;
  onRemove: () => void;
}

/** A filter that is on: key dim, value strong. Its verb turns it round. */
export function Chip({ name, value, not = false, onReverse, onRemove }: ChipProps) {
  const verb = not ? "is not" : "is";
  return (
    <span className="chip">
      <bdi>{name}</bdi>
      {onReverse === undefined ? (
        <span>{verb}</span>
      ) : (
        <button
          type="button"
          className="chip-verb"
          onClick={onReverse}
          title={not ? "Show these alone instead" : "Leave these out instead"}
          aria-label={`${name} ${verb} ${value}: turn round`}
        >
          {verb}
        </button>
      )}
      <bdi className="strong cut" title={value}>
        {value}
      </bdi>
      <button type="button" onClick={onRemove} aria-label={`Remove ${name} ${verb} ${value}`}>
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}
