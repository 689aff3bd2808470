import type { SignatureState as State } from "../api/signals";
import { STATE_WORDS } from "../model/signatures";
import { Icon, type IconName } from "./Icon";

const ICONS: Record<State, IconName> = {
  new: "new",
  regressed: "regressed",
  known: "known",
  ignored: "ignored",
  resolved: "completed",
};

/** Shape, word, colour: what a kind of failure is to people. */
export function SignatureState({ state }: { state: State }) {
  return (
    <span className={`status signature-state ${state}`}>
      <Icon name={ICONS[state]} size={15} />
      {STATE_WORDS[state]}
    </span>
  );
}
