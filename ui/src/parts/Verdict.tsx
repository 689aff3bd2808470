import type { ReactNode } from "react";
import type { AttentionKind, Verdict as Kind } from "../api/insight";
import { ATTENTION, VERDICT } from "../model/health";
import { Icon } from "./Icon";

/** How an environment or a service fares: shape, word, colour; since when in small. */
export function Verdict({ verdict, children }: { verdict: Kind; children?: ReactNode }) {
  const { icon, word, tone } = VERDICT[verdict];
  return (
    <span className={`status verdict ${tone}`}>
      <Icon name={icon} size={15} />
      {word}
      {children === undefined ? null : <small>{children}</small>}
    </span>
  );
}

/** The same where there is room for its shape alone; its word is heard, and read on hover. */
export function VerdictMark({ verdict }: { verdict: Kind }) {
  const { icon, word, tone } = VERDICT[verdict];
  return (
    <span className={`status verdict ${tone}`} title={word}>
      <Icon name={icon} size={14} />
      <span className="unseen">{word}</span>
    </span>
  );
}

/** What kind of thing needs a person. */
export function AttentionStatus({ kind }: { kind: AttentionKind }) {
  const { icon, word, tone } = ATTENTION[kind];
  return (
    <span className={`status verdict ${tone}`}>
      <Icon name={icon} size={15} />
      {word}
    </span>
  );
}
