import type { FailureGroup } from "../../api/failures";
import { unresolvedWords } from "../../model/failures";
import { count, counted } from "../../model/text";
import { NotSaved } from "../../parts/NotSaved";
import { useChangeGroupInbox } from "./queries";
import { TakeForm } from "./TakeForm";
import type { FailuresUrl } from "./url";

/** All that are open of a group at once: whoever knows one of them knows them all. */
export function GroupInbox({ group, url }: { group: FailureGroup; url: FailuresUrl }) {
  const change = useChangeGroupInbox(group.signatureId, url);
  const unresolved = group.open + group.taken;
  return (
    <section aria-label="Of this group in the inbox" className="failure-inbox">
      <p className="small dim">In the inbox: {unresolvedWords(group)}</p>
      {group.open === 0 ? null : (
        <TakeForm name="Take the group" isBusy={change.isPending} onTake={(takenBy) => change.mutate({ takenBy })}>
          Take {count(unresolved)}
        </TakeForm>
      )}
      {unresolved === 0 ? null : (
        <div className="signature-actions">
          <button
            type="button"
            className="button"
            disabled={change.isPending}
            onClick={() => change.mutate({ closed: true })}
          >
            Close {counted(unresolved, "failure")}
          </button>
        </div>
      )}
      <NotSaved error={change.error} />
    </section>
  );
}
