import { memo, useEffect, useRef } from "react";
import type { Signature } from "../../api/signals";
import { confidenceWords, signatureName, withChosen } from "../../model/signatures";
import { count, counted, seen } from "../../model/text";
import { Env } from "../../parts/Env";
import { Evidence } from "../../parts/Evidence";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { SignatureState } from "../../parts/SignatureState";
import { Failed, Loading, LoadingRows } from "../../parts/States";
import { When } from "../../parts/When";
import { editKey, useRowKeys } from "../../shell/rowKeys";
import { hrefWith } from "../../shell/url";
import { NothingHere } from "./NothingHere";
import { useSignatures } from "./queries";
import type { SignaturesUrl } from "./url";

/** Those first that were seen last. */
export function List({ url }: { url: SignaturesUrl }) {
  const { query, shown, waiting, showWaiting } = useSignatures(url);
  const cursor = useRowKeys({
    ids: shown.map(({ id }) => id),
    chosen: url.id,
    group: "Signatures",
    what: "signatures",
    showWaiting,
    more: editKey,
  });
  const none = query.isSuccess && !query.isPlaceholderData && shown.length === 0;
  return (
    <section aria-label="List of signatures">
      {query.error ? <Failed what="The list" error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending && !query.error ? (
        <Loading label="Loading signatures">
          <LoadingRows rows={8} />
        </Loading>
      ) : null}
      {waiting === 0 ? null : (
        <button type="button" className="button signatures-new" onClick={showWaiting}>
          <Icon name="arrowUp" size={13} />
          {counted(waiting, "new signature")}
          <kbd>.</kbd>
        </button>
      )}
      {none ? <NothingHere url={url} /> : null}
      {shown.length === 0 ? null : <Table signatures={shown} chosen={url.id} cursor={cursor} />}
      {query.hasNextPage ? (
        <button
          type="button"
          className="button signatures-more"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older signatures
        </button>
      ) : null}
    </section>
  );
}

function Table(props: { signatures: readonly Signature[]; chosen: string | null; cursor: string | null }) {
  return (
    <div className="panel signatures-panel">
      <table className="table signature-list" aria-label="Signatures">
        <thead>
          <tr>
            <th className="g-state">State</th>
            <th className="g-failure">Failure</th>
            <th className="g-known">What is known</th>
            <th className="g-samples number">Samples</th>
            <th className="g-seen">Seen</th>
            <th className="g-confidence number" title="From 0 to 1: from how many there are and how old they are">
              Confidence
            </th>
          </tr>
        </thead>
        <tbody>
          {props.signatures.map((one) => (
            <Row key={one.id} signature={one} isChosen={one.id === props.chosen} isCursor={one.id === props.cursor} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Row = memo(function Row(props: { signature: Signature; isChosen: boolean; isCursor: boolean }) {
  const { signature, isChosen, isCursor } = props;
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isCursor) row.current?.scrollIntoView({ block: "nearest" });
  }, [isCursor]);
  const name = signatureName(signature);
  return (
    <tr ref={row} className={`${isChosen ? "chosen" : ""}${isCursor ? " cursor" : ""}`}>
      <td className="g-state">
        <SignatureState state={signature.state} />
        {signature.enabled ? null : <small className="dim">disabled</small>}
      </td>
      <td className="g-failure">
        <Go
          className="strong signature-link"
          href={hrefWith(withChosen(isChosen ? null : signature.id))}
          aria-current={isChosen ? "true" : undefined}
          title={name}
        >
          <bdi>{seen(name)}</bdi>
        </Go>
        <Where signature={signature} />
      </td>
      <td className="g-known">
        <span title={signature.sentence}>{signature.sentence}</span>
        <small className="dim">
          {signature.likelyCause === null ? (
            "cause not known"
          ) : (
            <bdi title={signature.likelyCause}>{signature.likelyCause}</bdi>
          )}
        </small>
      </td>
      <td className="g-samples number">
        <b>{count(signature.sampleCount)}</b>
        <small className="dim">{count(signature.samplesLastDay)} in 24 h</small>
      </td>
      <td className="g-seen">
        <span>
          last <When at={signature.lastMatchedAt} none="never" />
        </span>
        <small className="dim">
          first <When at={signature.firstSeenAt} none="never" />
        </small>
      </td>
      <td className="g-confidence number">
        <Evidence value={signature.confidence} why="Nothing was compared yet.">
          {(confidence) => confidenceWords(confidence)}
        </Evidence>
      </td>
    </tr>
  );
});

function Where({ signature }: { signature: Signature }) {
  const { environments, services, workflows, steps } = signature;
  const words = [services.join(", "), workflows.join(", "), steps.join(", ")].filter((one) => one !== "");
  return (
    <span className="signature-where small dim">
      {environments.map((env) => (
        <Env key={env} name={env} short />
      ))}
      <bdi className="cut" title={words.join(" / ")}>
        {words.length === 0 ? "not seen in any run" : words.join(" / ")}
      </bdi>
    </span>
  );
}
