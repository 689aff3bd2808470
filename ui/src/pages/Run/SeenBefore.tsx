import "./seenBefore.css";
import { useQuery } from "@tanstack/react-query";
import { fetchSignature } from "../../api/endpoints";
import type { SeenBefore as Known } from "../../api/signals";
import { shortDuration } from "../../model/duration";
import { isInside, safeHref } from "../../model/firstSignal";
import { confidenceWords, failedRunsHref, signatureHref } from "../../model/signatures";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { SignatureState } from "../../parts/SignatureState";

const NOT_KNOWN = "It has not passed yet, or nobody saw it pass.";

/** What is known of this kind of failure: how often, how long, why, and what to do. */
export function SeenBefore({ known }: { known: Known }) {
  const { data: signature } = useQuery({
    queryKey: ["signature", known.signatureId],
    queryFn: ({ signal }) => fetchSignature(known.signatureId, signal),
    staleTime: 30_000,
  });
  const all = signature === undefined ? null : failedRunsHref(signature);
  return (
    <article className="seen-before" aria-label="Seen before">
      <header className="line small">
        {signature === undefined ? (
          <span className="dim">Seen before</span>
        ) : (
          <SignatureState state={signature.state} />
        )}
        {signature === undefined ? null : (
          <span
            className="push dim"
            title="How sure the comparison is, from 0 to 1: from how many there are and how old they are"
          >
            confidence {confidenceWords(signature.confidence)}
          </span>
        )}
      </header>
      <p className="seen-sentence">{known.sentence}</p>
      {known.mttrP50Seconds === null ? null : (
        <dl className="seen-gone">
          <div>
            <dt>Gone, p50</dt>
            <dd>{shortDuration(known.mttrP50Seconds * 1_000)}</dd>
          </div>
          <div>
            <dt>Gone, p95</dt>
            <dd title={known.mttrP95Seconds === null ? NOT_KNOWN : undefined}>
              {known.mttrP95Seconds === null ? "—" : shortDuration(known.mttrP95Seconds * 1_000)}
            </dd>
          </div>
        </dl>
      )}
      <Advice known={known} />
      <p className="seen-links small">
        <Runbook address={known.remediationUrl} />
        {all === null ? null : (
          <Go className="link" href={all}>
            Runs like it
          </Go>
        )}
        <Go className="link" href={signatureHref(known.signatureId)}>
          Signature
        </Go>
        <Go className="link" href={signatureHref(known.signatureId, true)}>
          Edit
        </Go>
      </p>
    </article>
  );
}

function Advice({ known: { likelyCause, suggestedAction } }: { known: Known }) {
  if (likelyCause === null && suggestedAction === null) {
    return <p className="small dim">Nobody has said what causes it, or what to do.</p>;
  }
  return (
    <p className="small ink2 seen-advice">
      {likelyCause === null ? null : (
        <>
          <b>Likely cause.</b> <bdi>{likelyCause}</bdi>{" "}
        </>
      )}
      {suggestedAction === null ? null : (
        <>
          <b>Do this:</b> <bdi>{suggestedAction}</bdi>
        </>
      )}
    </p>
  );
}

function Runbook({ address }: { address: string | null }) {
  const href = safeHref(address);
  if (href === null) return null;
  if (isInside(href)) {
    return (
      <Go className="link" href={href}>
        Runbook
      </Go>
    );
  }
  return (
    <a className="link" href={href} target="_blank" rel="noreferrer" title={href}>
      Runbook <Icon name="outside" size={11} />
    </a>
  );
}
