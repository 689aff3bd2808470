import { LOOK_WORD, type Look } from "../model/status";
import { Icon } from "./Icon";

/** Shape, word, colour, in this order; detail follows in small. */
export function Status({ look, detail, size = 15 }: { look: Look; detail?: string | undefined; size?: number }) {
  return (
    <span className={`status ${look}`}>
      <Icon name={look} size={size} />
      {LOOK_WORD[look]}
      {detail ? <small>{detail}</small> : null}
    </span>
  );
}
