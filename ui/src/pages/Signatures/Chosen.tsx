import type { ReactNode } from "react";
import { Problem } from "../../api/client";
import type { Signature } from "../../api/signals";
import { shortDuration } from "../../model/duration";
import {
  confidenceWords,
  failedRunsHref,
  ignoredWords,
  lastRunHref,
  signatureName,
  withChosen,
} from "../../model/signatures";
import { count, counted, middleCut, seen } from "../../model/text";
import { exactTime } from "../../model/when";
import { Copy } from "../../parts/Copy";
import { Env } from "../../parts/Env";
import { Evidence } from "../../parts/Evidence";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { SignatureState } from "../../parts/SignatureState";
import { Empty, Failed, Loading, LoadingRows } from "../../parts/States";
import { Actions } from "../../parts/signature/Actions";
import { Advice } from "../../parts/signature/Advice";
import { EditNotes } from "../../parts/signature/EditNotes";
import { useSignature } from "../../parts/signature/queries";
import { When } from "../../parts/When";
import { changeSearch, useZone } from "../../shell/url";

/** One signature beside the list: all that is known of it, and what people may do. */
export function Chosen({ id, editing }: { id: string; editing: boolean }) {
  const query = useSignature(id);
  const missing = query.error instanceof Problem && query.error.status === 404;
  return (
    <aside className="signature" aria-label="Signature">
      {query.error && !missing ? (
        <Failed what="The signature" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {missing ? (
        <Empty title={`No signature ${middleCut(id)} in what you may see.`}>
          <button type="button" className="button" onClick={() => changeSearch(withChosen(null))}>
            Close
          </button>
        </Empty>
      ) : null}
      {query.isPending && !query.error ? (
        <Loading label="Loading the signature">
          <LoadingRows rows={6} />
        </Loading>
      ) : null}
      {query.data === undefined || missing ? null : <Content signature={query.data} editing={editing} />}
    </aside>
  );
}

function Content({ signature, editing }: { signature: Signature; editing: boolean }) {
  return (
    <>
      <header className="line">
        <SignatureState state={signature.state} />
        <span className="small dim cut">
          <Standing signature={signature} />
        </span>
        <button
          type="button"
          className="button bare square push"
          aria-label="Close"
          title="Close (Esc)"
          onClick={() => changeSearch(withChosen(null))}
        >
          <Icon name="close" size={14} />
        </button>
      </header>
      <h2 className="signature-name">
        <bdi>{seen(signatureName(signature))}</bdi>
      </h2>
      <p>
        {signature.sentence}
        {signature.sampleCount === 0 ? null : (
          <span className="dim"> {counted(signature.samplesLastDay, "time")} in the last 24 h.</span>
        )}
      </p>
      {editing ? <EditNotes signature={signature} /> : <Advice signature={signature} />}
      <Actions signature={signature} />
      <Facts signature={signature} />
      <Runs signature={signature} />
    </>
  );
}

/** What stands behind the state in small. */
function Standing({ signature }: { signature: Signature }) {
  const zone = useZone();
  const when = (at: string) => exactTime(new Date(at), new Date(), zone, false);
  const { state, resolvedAt, lastMatchedAt, enabled } = signature;
  const parts = [
    enabled ? null : "disabled: matches nothing",
    state === "ignored" ? ignoredWords(signature, when)?.replace(/^Ignored /, "") : null,
    state === "resolved" && resolvedAt !== null ? `since ${when(resolvedAt)}` : null,
    state === "regressed" && lastMatchedAt !== null ? `seen again ${when(lastMatchedAt)}` : null,
  ];
  return parts.filter((part) => part !== null && part !== undefined).join(", ");
}

const NOT_PASSED = "It was not seen to pass yet.";

function Facts({ signature }: { signature: Signature }) {
  const seconds = (value: number | null) => (
    <Evidence value={value} why={NOT_PASSED}>
      {(known) => shortDuration(known * 1_000)}
    </Evidence>
  );
  return (
    <dl className="signature-facts small">
      <Fact name="Samples">{count(signature.sampleCount)}</Fact>
      <Fact name="Gone after, p50">{seconds(signature.mttrP50Seconds)}</Fact>
      <Fact name="Gone after, p95">{seconds(signature.mttrP95Seconds)}</Fact>
      <Fact name="First seen">
        <When at={signature.firstSeenAt} />
      </Fact>
      <Fact name="Last seen">
        <When at={signature.lastMatchedAt} />
      </Fact>
      <Fact name="Confidence">{confidenceWords(signature.confidence)}</Fact>
      <Fact name="Recognised by">{signature.learned ? "Weir, from failures" : "a pattern that somebody entered"}</Fact>
      <Fact name="Code">
        <bdi className="mono cut" title={signature.errorCode ?? ""}>
          {signature.errorCode ?? "any"}
        </bdi>
        {signature.errorCode === null ? null : <Copy text={signature.errorCode} label="Copy the code" />}
      </Fact>
      <Fact name="Phase">{signature.phase ?? "any"}</Fact>
      {signature.imagePattern === null ? null : (
        <Fact name="Image">
          <bdi className="mono cut">{signature.imagePattern}</bdi>
        </Fact>
      )}
      <Fact name="Environments">
        {signature.environments.map((env) => (
          <Env key={env} name={env} />
        ))}
      </Fact>
      <Names name="Services" list={signature.services} />
      <Names name="Workflows" list={signature.workflows} />
      <Names name="Steps" list={signature.steps} />
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Names({ name, list }: { name: string; list: readonly string[] }) {
  if (list.length === 0) return null;
  const words = list.map(seen).join(", ");
  return (
    <Fact name={name}>
      <bdi className="cut" title={words}>
        {words}
      </bdi>
    </Fact>
  );
}

function Runs({ signature }: { signature: Signature }) {
  const all = failedRunsHref(signature);
  const last = lastRunHref(signature);
  if (all === null && last === null) return null;
  const names = signature.workflows.length === 1 ? seen(signature.workflows[0] ?? "") : "these workflows";
  return (
    <p className="signature-runs small">
      {last === null ? null : (
        <Go className="link" href={last} title={signature.lastRun?.workflowId}>
          Last run, <bdi>{middleCut(seen(signature.lastRun?.workflowId ?? ""))}</bdi>
        </Go>
      )}
      {all === null ? null : (
        <Go className="link" href={all}>
          All failed runs of <bdi>{middleCut(names, 40)}</bdi>
        </Go>
      )}
    </p>
  );
}
