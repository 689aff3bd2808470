import "./signature.css";
import type { Signature } from "../../api/signals";
import { isInside, safeHref } from "../../model/firstSignal";
import { withChosen } from "../../model/signatures";
import { changeSearch } from "../../shell/url";
import { Go } from "../Go";
import { Icon } from "../Icon";

/** What people said: why it happens, what to do, and where that is written down. */
export function Advice({ signature }: { signature: Signature }) {
  const { likelyCause, suggestedAction, remediationUrl } = signature;
  const nothing = likelyCause === null && suggestedAction === null && remediationUrl === null;
  return (
    <section className="signature-advice" aria-label="Cause and action">
      {likelyCause === null ? null : (
        <p>
          <b>Likely cause.</b> <bdi>{likelyCause}</bdi>
        </p>
      )}
      {suggestedAction === null ? null : (
        <p>
          <b>Do this.</b> <bdi>{suggestedAction}</bdi>
        </p>
      )}
      <div className="line">
        {nothing ? <p className="small dim">Nobody has said what causes it, or what to do.</p> : null}
        {remediationUrl === null ? null : <Remedy address={remediationUrl} />}
        <button type="button" className="button push" onClick={() => changeSearch(withChosen(signature.id, true))}>
          <Icon name="edit" size={13} />
          Edit
          <kbd>E</kbd>
        </button>
      </div>
    </section>
  );
}

/** An address that is none is shown as it was entered. */
function Remedy({ address }: { address: string }) {
  const href = safeHref(address);
  if (href === null) {
    return (
      <bdi className="mono cut" title={address}>
        {address}
      </bdi>
    );
  }
  return isInside(href) ? (
    <Go className="link cut" href={href} title={href}>
      {href}
    </Go>
  ) : (
    <a className="link cut" href={href} title={href} target="_blank" rel="noreferrer">
      {href}
    </a>
  );
}
