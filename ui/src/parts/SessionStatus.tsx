import type { Session } from "../api/sessions";
import { sessionStatus } from "../model/sessionStatus";
import { Icon } from "./Icon";

/** How a session began, or what it does now: shape, word, colour. */
export function SessionStatus({ session, size = 15 }: { session: Session; size?: number }) {
  const { look, word } = sessionStatus(session);
  return (
    <span className={`status ${look}`}>
      <Icon name={look} size={size} />
      {word}
    </span>
  );
}
