import { memo, useEffect, useRef } from "react";
import type { Failure } from "../../api/failures";
import { failureKey, failureWords, INBOX_WORDS } from "../../model/failures";
import { ownName } from "../../model/preferences";
import { withChosen } from "../../model/signatures";
import { counted, seen } from "../../model/text";
import { CutId } from "../../parts/CutId";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { NotSaved } from "../../parts/NotSaved";
import { SearchField } from "../../parts/SearchField";
import { Failed, Loading, LoadingRows } from "../../parts/States";
import { When } from "../../parts/When";
import { useRowKeys } from "../../shell/rowKeys";
import { changeSearch, hrefWith } from "../../shell/url";
import { Became } from "./Became";
import { InboxMark } from "./InboxMark";
import { NothingHere } from "./NothingHere";
import { OneFailure } from "./OneFailure";
import { useChangeFailure, useFailure, useInbox, useOlderOpen } from "./queries";
import { type FailuresUrl, INBOX_TABS, type InboxTab, withInbox } from "./url";

const TAB_WORDS: Record<InboxTab, string> = { ...INBOX_WORDS, all: "All" };

/** Failed runs one by one: those that are nobody's yet, and what has become of the others. */
export function Inbox({ url }: { url: FailuresUrl }) {
  const { query, shown, waiting, showWaiting } = useInbox(url);
  const change = useChangeFailure();
  const byKey = (key: string | null) => shown.find((one) => failureKey(one) === key);
  const listed = byKey(url.id);
  const linked = useFailure(url.id, listed === undefined && query.isSuccess && !query.isPlaceholderData);
  const cursor = useRowKeys({
    ids: shown.map(failureKey),
    chosen: url.id,
    group: "Failures",
    what: "failures",
    showWaiting,
    more: (here) =>
      inboxKeys(byKey(here) ?? (here === url.id ? linked.data : undefined), (failure, patch) =>
        change.mutate({ failure, change: patch }),
      ),
  });
  const none = query.isSuccess && !query.isPlaceholderData && shown.length === 0;
  return (
    <>
      <div className="failures-tools line">
        <nav className="tabs" aria-label="Failures by what became of them">
          {INBOX_TABS.map((tab) => (
            <Go
              key={tab}
              href={hrefWith({ ...withInbox(tab), ...withChosen(null) })}
              aria-current={tab === url.inbox ? "page" : undefined}
            >
              {TAB_WORDS[tab]}
            </Go>
          ))}
        </nav>
        <SearchField q={url.q} what="failures" group="Failures" placeholder="Search message, id, workflow, step" />
      </div>
      {url.group === null ? null : <OfGroup />}
      <NotSaved error={change.error} />
      <div className={`failures-split${url.id === null ? "" : " beside"}`}>
        <section aria-label="Failed runs" className="failures-main">
          {query.error ? <Failed what="The failures" error={query.error} onRetry={() => void query.refetch()} /> : null}
          {query.isPending && !query.error ? (
            <Loading label="Loading failures">
              <LoadingRows rows={8} />
            </Loading>
          ) : null}
          {waiting === 0 ? null : (
            <button type="button" className="button failures-new" onClick={showWaiting}>
              <Icon name="arrowUp" size={13} />
              {counted(waiting, "new failure")}
              <kbd>.</kbd>
            </button>
          )}
          {url.q !== "" && query.isPlaceholderData ? (
            <p className="small dim" role="status">
              Searching further
            </p>
          ) : null}
          {none ? <NothingHere url={url} /> : null}
          {shown.length === 0 ? null : <Table failures={shown} chosen={url.id} cursor={cursor} />}
          {query.hasNextPage ? (
            <button
              type="button"
              className="button failures-more"
              disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show older ones
            </button>
          ) : (
            <OlderOpen url={url} />
          )}
        </section>
        {url.id === null ? null : <OneFailure key={url.id} failure={listed ?? linked.data} asked={linked} url={url} />}
      </div>
    </>
  );
}

/** What can be done with a row without opening it; what asks for words opens it. */
function inboxKeys(
  failure: Failure | undefined,
  change: (failure: Failure, patch: { takenBy?: string; closed?: boolean }) => void,
) {
  const isOver = failure?.inbox === "recovered";
  const open = (edit: boolean) => failure && changeSearch(withChosen(failureKey(failure), edit));
  return [
    {
      keys: "t",
      label: "Take",
      run: () => {
        if (failure === undefined || isOver || failure.takenBy !== null) return;
        if (ownName.get() === "") open(false);
        else change(failure, { takenBy: ownName.get() });
      },
    },
    { keys: "e", label: "Write a note", run: () => open(true) },
    {
      keys: "c",
      label: "Close, or open again",
      run: () => failure && !isOver && change(failure, { closed: failure.closedAt === null }),
    },
  ];
}

function OfGroup() {
  return (
    <p className="small failures-of">
      Only failures of one group.{" "}
      <Go className="link" href={hrefWith({ group: undefined, ...withChosen(null) })}>
        Show all
      </Go>
    </p>
  );
}

/** What is still open does not become less so by being old. */
function OlderOpen({ url }: { url: FailuresUrl }) {
  const older = useOlderOpen(url).data;
  if (!older) return null;
  return (
    <p className="small dim failures-more">
      Older ones are {url.inbox} too, the newest of them since <When at={older.failedAt} />.{" "}
      <Go className="link" href={hrefWith({ from: "all", to: undefined })}>
        Show all time
      </Go>
    </p>
  );
}

function Table(props: { failures: readonly Failure[]; chosen: string | null; cursor: string | null }) {
  return (
    <table className="table failure-list" aria-label="Failures">
      <thead>
        <tr>
          <th className="i-state">State</th>
          <th className="i-failure">Failure</th>
          <th className="i-env">Environment</th>
          <th className="i-failed">Failed</th>
          <th className="i-became">What became of it</th>
        </tr>
      </thead>
      <tbody>
        {props.failures.map((one) => (
          <Row
            key={failureKey(one)}
            failure={one}
            isChosen={failureKey(one) === props.chosen}
            isCursor={failureKey(one) === props.cursor}
          />
        ))}
      </tbody>
    </table>
  );
}

const Row = memo(function Row(props: { failure: Failure; isChosen: boolean; isCursor: boolean }) {
  const { failure, isChosen, isCursor } = props;
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isCursor) row.current?.scrollIntoView({ block: "nearest" });
  }, [isCursor]);
  const words = failureWords(failure);
  return (
    <tr ref={row} className={`${isChosen ? "chosen" : ""}${isCursor ? " cursor" : ""}`}>
      <td className="i-state">
        <InboxMark state={failure.inbox} />
      </td>
      <td className="i-failure">
        <Go
          className="failure-link failure-run"
          href={hrefWith(withChosen(isChosen ? null : failureKey(failure)))}
          aria-current={isChosen ? "true" : undefined}
        >
          <bdi className="strong cut">{seen(failure.workflowName)}</bdi>
          <CutId id={failure.workflowId} />
        </Go>
        <small className="dim" title={words}>
          <bdi>{words}</bdi>
        </small>
      </td>
      <td className="i-env">
        <Env name={failure.env} />
        <small className="dim">
          <bdi>{seen(failure.serviceKey)}</bdi>
        </small>
      </td>
      <td className="i-failed">
        <When at={failure.failedAt} />
      </td>
      <td className="i-became small">
        <Became failure={failure} />
        {failure.note === null ? null : (
          <small className="dim" title={failure.note}>
            <bdi>{failure.note}</bdi>
          </small>
        )}
      </td>
    </tr>
  );
});
