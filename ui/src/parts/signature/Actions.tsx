import type { Signature, SignaturePatch } from "../../api/signals";
import { Drop } from "../Drop";
import { NotSaved } from "../NotSaved";
import { IgnoreChoices } from "./IgnoreChoices";
import { useChangeSignature } from "./queries";

const HEARD_AGAIN: SignaturePatch = { ignoredUntil: null, ignoredUpTo: null };

/** Only what makes sense in its state. */
export function Actions({ signature }: { signature: Signature }) {
  const change = useChangeSignature(signature.id);
  const { state, enabled, resolvedAt } = signature;
  const isIgnored = signature.ignoredUntil !== null || signature.ignoredUpTo !== null;
  const act = (label: string, title: string, patch: SignaturePatch) => (
    <button
      type="button"
      className="button"
      title={title}
      disabled={change.isPending}
      onClick={() => change.mutate(patch)}
    >
      {label}
    </button>
  );
  return (
    <>
      <div className="signature-actions">
        {state === "resolved"
          ? act("Reopen", "It is not resolved after all.", { resolved: false })
          : act("Resolve", "If it is seen again, it is called regressed.", { resolved: true })}
        {resolvedAt !== null && state === "regressed"
          ? act("Reopen", "Forget that it was called resolved.", { resolved: false })
          : null}
        {isIgnored ? act("Stop ignoring", "It is heard of again.", HEARD_AGAIN) : null}
        <Drop name="Ignore" label={isIgnored ? "Ignore otherwise…" : "Ignore…"} align="bottom-start">
          {(close) => (
            <IgnoreChoices
              signature={signature}
              onChoose={(patch) => {
                change.mutate(patch);
                close();
              }}
            />
          )}
        </Drop>
        {enabled
          ? act("Disable", "Failures are no longer matched with it, and runs no longer show it.", { enabled: false })
          : act("Enable", "Failures are matched with it again.", { enabled: true })}
      </div>
      <NotSaved error={change.error} />
    </>
  );
}
