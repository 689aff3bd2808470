import type { FailureGroup } from "../../api/failures";
import { unresolvedWords } from "../../model/failures";
import { ownName } from "../../model/preferences";
import { useStore } from "../../model/store";
import { count } from "../../model/text";
import { NotSaved } from "../../parts/NotSaved";
import { useChangeGroupInbox } from "./queries";
import type { FailuresUrl } from "./url";

/** All that are open of a group at once: whoever knows one of them knows them all. */
export function GroupInbox({ group, url }: { group: FailureGroup; url: FailuresUrl }) {
  const name = useStore(ownName);
  const change = useChangeGroupInbox(group.signatureId, url);
  return (
    <section aria-label="Of this group in the inbox" className="failure-inbox">
      <p className="small dim">In the inbox: {unresolvedWords(group)}</p>
      <div className="signature-actions">
        {group.open > 0 && name !== "" ? (
          <button
            type="button"
            className="button"
            disabled={change.isPending}
            onClick={() => change.mutate({ takenBy: name })}
          >
            Take {count(group.open)} as {name}
          </button>
        ) : null}
        {group.open > 0 ? (
          <button
            type="button"
            className="button"
            disabled={change.isPending}
            onClick={() => change.mutate({ closed: true })}
          >
            Close {count(group.open)}
          </button>
        ) : null}
      </div>
      <NotSaved error={change.error} />
    </section>
  );
}
