import "./beside.css";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Problem } from "../../api/client";
import type { Failure, InboxPatch } from "../../api/failures";
import { failureHref, failureKey } from "../../model/failures";
import { runHref } from "../../model/runAddress";
import { withChosen } from "../../model/signatures";
import { count, seen } from "../../model/text";
import { CutId } from "../../parts/CutId";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { NotSaved } from "../../parts/NotSaved";
import { Empty, Failed, Loading, LoadingRows } from "../../parts/States";
import { When } from "../../parts/When";
import { changeSearch, hrefWith } from "../../shell/url";
import { Became } from "./Became";
import { InboxMark } from "./InboxMark";
import { useChangeFailure } from "./queries";
import { TakeForm } from "./TakeForm";
import { type FailuresUrl, withView } from "./url";

const LONGEST_NOTE = 2_000;

const close = () => changeSearch(withChosen(null));

/** One failed run beside the list: what happened, and what people do about it. */
export function OneFailure(props: { failure: Failure | undefined; asked: Asked; url: FailuresUrl }) {
  const { failure, asked, url } = props;
  return (
    <aside className="signature one-failure" aria-label="Failure">
      {failure === undefined ? <NotThere asked={asked} /> : <Content failure={failure} editing={url.editing} />}
    </aside>
  );
}

/** How far asking for it alone has come: it need not be among those of the list. */
interface Asked {
  error: Error | null;
  refetch: () => unknown;
}

function NotThere({ asked: { error, refetch } }: { asked: Asked }) {
  if (error === null) {
    return (
      <Loading label="Loading the failure">
        <LoadingRows rows={6} />
      </Loading>
    );
  }
  if (!(error instanceof Problem && error.status === 404)) {
    return <Failed what="The failure" error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Empty title="There is no such failure in what you may see.">
      <button type="button" className="button" onClick={close}>
        Close
      </button>
    </Empty>
  );
}

function Content({ failure, editing }: { failure: Failure; editing: boolean }) {
  const change = useChangeFailure();
  const act = (patch: InboxPatch) => change.mutate({ failure, change: patch });
  // What is over by itself is nobody's to take or to close; what was learned from it may still be noted.
  const isOver = failure.inbox === "recovered";
  return (
    <>
      <header className="line">
        <InboxMark state={failure.inbox} />
        <span className="small dim cut">
          <Became failure={failure} />
        </span>
        <button
          type="button"
          className="button bare square push"
          aria-label="Close the panel"
          title="Close the panel (Esc)"
          onClick={close}
        >
          <Icon name="close" size={14} />
        </button>
      </header>
      <h2 className="signature-name">
        <bdi>{seen(failure.workflowName)}</bdi>
        <CutId id={failure.workflowId} />
      </h2>
      <p className="failure-message">
        <bdi>{failure.errorMessage ?? failure.errorCode ?? "No error was told."}</bdi>
      </p>
      <div className="signature-actions">
        <Go className="button" href={failureHref(failure)}>
          Open the run
        </Go>
        <Go className="button" href={failureHref(failure, { tab: "compare" })}>
          Against the last good run
        </Go>
      </div>
      <Facts failure={failure} />
      {isOver ? null : (
        <Taking key={`taken ${failure.takenBy}`} failure={failure} isBusy={change.isPending} act={act} />
      )}
      <Note key={`note ${failure.note}`} failure={failure} isBusy={change.isPending} editing={editing} act={act} />
      {isOver ? null : (
        <div className="signature-actions">
          <button
            type="button"
            className="button"
            disabled={change.isPending}
            onClick={() => act({ closed: failure.closedAt === null })}
          >
            {failure.closedAt === null ? "Close the failure" : "Open the failure again"}
            <kbd>C</kbd>
          </button>
        </div>
      )}
      <NotSaved error={change.error} />
    </>
  );
}

function Facts({ failure }: { failure: Failure }) {
  const { errorStepName, errorAttempt, recoveredBy, signatureId } = failure;
  return (
    <dl className="failure-facts small">
      <Fact name="Failed">
        <When at={failure.failedAt} />
      </Fact>
      <Fact name="Environment">
        <Env name={failure.env} />
      </Fact>
      <Fact name="Service">
        <bdi className="cut">{seen(failure.serviceKey)}</bdi>
      </Fact>
      {errorStepName === null ? null : (
        <Fact name="At step">
          <Go className="link cut" href={failureHref(failure, { step: errorStepName })}>
            <bdi>{seen(errorStepName)}</bdi>
          </Go>
          {errorAttempt === null ? null : <span className="dim nowrap">attempt {count(errorAttempt)}</span>}
        </Fact>
      )}
      <Fact name="Steps before">
        <bdi className="cut" title={failure.completedSteps.join(", ")}>
          {failure.completedSteps.length === 0 ? "none" : failure.completedSteps.map(seen).join(", ")}
        </bdi>
      </Fact>
      {recoveredBy === null ? null : (
        <Fact name="Then completed">
          <Go
            className="link cut"
            href={`${runHref({ ...failure, workflowId: recoveredBy.workflowId })}?run=${recoveredBy.runSeq}`}
          >
            <bdi>{recoveredBy.sameId ? "this id, later" : recoveredBy.workflowId}</bdi>
          </Go>
        </Fact>
      )}
      {signatureId === null ? null : (
        <Fact name="Group">
          <Go className="link" href={hrefWith({ ...withView("groups"), ...withChosen(signatureId) })}>
            Others like it
          </Go>
        </Fact>
      )}
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

interface ActProps {
  failure: Failure;
  isBusy: boolean;
  act: (patch: InboxPatch) => void;
}

function Taking({ failure, isBusy, act }: ActProps) {
  if (failure.takenBy === null) {
    return (
      <TakeForm name="Take the failure" isBusy={isBusy} onTake={(takenBy) => act({ takenBy })}>
        Take
        <kbd>T</kbd>
      </TakeForm>
    );
  }
  return (
    <div className="line">
      <span className="cut">
        Taken by <bdi className="strong">{failure.takenBy}</bdi>
      </span>
      <button type="button" className="button push" disabled={isBusy} onClick={() => act({ takenBy: null })}>
        Give back
      </button>
    </div>
  );
}

function Note({ failure, isBusy, editing, act }: ActProps & { editing: boolean }) {
  const [note, setNote] = useState(failure.note ?? "");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (editing) field.current?.focus();
  }, [editing]);
  const isChanged = note.trim() !== (failure.note ?? "");
  const done = () => {
    field.current?.blur();
    if (editing) changeSearch(withChosen(failureKey(failure)), true);
  };
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    if (isChanged) act({ note: note.trim() === "" ? null : note.trim() });
    done();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") done();
    else if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form className="signature-edit" aria-label="Note" onSubmit={save}>
      <label className="field">
        Note
        <textarea
          ref={field}
          rows={3}
          value={note}
          maxLength={LONGEST_NOTE}
          onChange={(event) => setNote(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      {isChanged ? (
        <div className="line">
          <button type="submit" className="button" disabled={isBusy}>
            Save the note
            <kbd>⌘ ↵</kbd>
          </button>
        </div>
      ) : null}
    </form>
  );
}
