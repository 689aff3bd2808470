import type { InboxState } from "../../api/failures";
import { INBOX_WORDS } from "../../model/failures";
import { Icon, type IconName } from "../../parts/Icon";

const ICONS: Record<InboxState, IconName> = {
  open: "failed",
  taken: "person",
  closed: "check",
  recovered: "completed",
};
/** Only what nobody has looked at yet asks for something. */
const LOOKS: Record<InboxState, string> = { open: "failed", taken: "", closed: "completed", recovered: "completed" };

/** What has become of a failure. */
export function InboxMark({ state }: { state: InboxState }) {
  return (
    <span className={`status ${LOOKS[state]}`}>
      <Icon name={ICONS[state]} size={15} />
      {INBOX_WORDS[state]}
    </span>
  );
}
