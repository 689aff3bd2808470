import { memo, useEffect, useRef } from "react";
import type { FailureGroup } from "../../api/failures";
import { groupName, groupPlaces, inOrder } from "../../model/failures";
import { STATE_WORDS, withChosen } from "../../model/signatures";
import { count, counted } from "../../model/text";
import { Choice, Drop } from "../../parts/Drop";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { SearchField } from "../../parts/SearchField";
import { SignatureState } from "../../parts/SignatureState";
import { Spark } from "../../parts/Spark";
import { Failed, Loading, LoadingRows } from "../../parts/States";
import { When } from "../../parts/When";
import { useEnvironments } from "../../shell/environments";
import { editKey, useRowKeys } from "../../shell/rowKeys";
import { changeSearch, hrefWith } from "../../shell/url";
import { Group } from "./Group";
import { Message } from "./Message";
import { NothingHere } from "./NothingHere";
import { useGroups } from "./queries";
import { type FailuresUrl, SORTS, type Sort, TABS, type Tab, tabCount, withTab } from "./url";

const TAB_WORDS: Record<Tab, string> = { open: "Open", ...STATE_WORDS };
const SORT_WORDS: Record<Sort, string> = { urgent: "Urgent first", runs: "Most runs first", seen: "Last seen first" };

/** Failures of a kind together: new and regressed ones before those that are known. */
export function Groups({ url }: { url: FailuresUrl }) {
  const { query, counts, shown, waiting, showWaiting } = useGroups(url);
  const cursor = useRowKeys({
    ids: shown.map(({ signatureId }) => signatureId),
    chosen: url.id,
    group: "Failures",
    what: "groups",
    showWaiting,
    more: editKey,
  });
  const none = query.isSuccess && !query.isPlaceholderData && shown.length === 0;
  return (
    <>
      <div className="failures-tools line">
        <nav className="tabs" aria-label="Groups by state">
          {TABS.map((tab) => (
            <Go
              key={tab}
              href={hrefWith({ ...withTab(tab), ...withChosen(null) })}
              aria-current={tab === url.tab ? "page" : undefined}
            >
              {TAB_WORDS[tab]}
              {counts === undefined ? null : <span>{count(tabCount(counts, tab))}</span>}
            </Go>
          ))}
        </nav>
        <Drop name="Order" label={SORT_WORDS[url.sort]} className="button bare">
          {(close) =>
            SORTS.map((sort) => (
              <Choice
                key={sort}
                on={sort === url.sort}
                onChoose={() => {
                  changeSearch({ sort: sort === "urgent" ? undefined : sort });
                  close();
                }}
              >
                {SORT_WORDS[sort]}
              </Choice>
            ))
          }
        </Drop>
        <SearchField q={url.q} what="failures" group="Failures" placeholder="Search message, code, step" />
      </div>
      <div className={`failures-split${url.id === null ? "" : " beside"}`}>
        <section aria-label="Groups of failures" className="failures-main">
          {query.error ? <Failed what="The groups" error={query.error} onRetry={() => void query.refetch()} /> : null}
          {query.isPending && !query.error ? (
            <Loading label="Loading groups">
              <LoadingRows rows={8} />
            </Loading>
          ) : null}
          {waiting === 0 ? null : (
            <button type="button" className="button failures-new" onClick={showWaiting}>
              <Icon name="arrowUp" size={13} />
              {counted(waiting, "new group")}
              <kbd>.</kbd>
            </button>
          )}
          {none ? <NothingHere url={url} /> : null}
          {shown.length === 0 ? null : <Table groups={shown} chosen={url.id} cursor={cursor} />}
          {query.hasNextPage ? (
            <button
              type="button"
              className="button failures-more"
              disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {query.isFetchingNextPage ? "Loading more" : "Show more groups"}
            </button>
          ) : null}
        </section>
        {url.id === null ? null : <Group key={url.id} id={url.id} url={url} />}
      </div>
    </>
  );
}

function Table(props: { groups: readonly FailureGroup[]; chosen: string | null; cursor: string | null }) {
  return (
    <table className="table failure-groups" aria-label="Groups">
      <thead>
        <tr>
          <th className="f-state">State</th>
          <th className="f-failure">Failure</th>
          <th className="f-trend">Trend</th>
          <th className="f-runs number">Runs</th>
          <th className="f-seen">Seen</th>
          <th className="f-recovered number" title="A later run of the same id, or of the same workflow, completed">
            Recovered
          </th>
        </tr>
      </thead>
      <tbody>
        {props.groups.map((one) => (
          <Row
            key={one.signatureId}
            group={one}
            isChosen={one.signatureId === props.chosen}
            isCursor={one.signatureId === props.cursor}
          />
        ))}
      </tbody>
    </table>
  );
}

const Row = memo(function Row(props: { group: FailureGroup; isChosen: boolean; isCursor: boolean }) {
  const { group, isChosen, isCursor } = props;
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isCursor) row.current?.scrollIntoView({ block: "nearest" });
  }, [isCursor]);
  const name = groupName(group);
  const known = useEnvironments();
  return (
    <tr ref={row} className={`${isChosen ? "chosen" : ""}${isCursor ? " cursor" : ""}`}>
      <td className="f-state">
        <SignatureState state={group.state} />
      </td>
      <td className="f-failure">
        <Go
          className="strong failure-link"
          href={hrefWith(withChosen(isChosen ? null : group.signatureId))}
          aria-current={isChosen ? "true" : undefined}
          title={name}
        >
          <Message text={name} />
        </Go>
        <span className="failure-where small dim">
          {inOrder(group.environments, known).map(({ env }) => (
            <Env key={env} name={env} short />
          ))}
          <bdi className="cut" title={groupPlaces(group)}>
            {groupPlaces(group)}
          </bdi>
        </span>
      </td>
      <td className="f-trend">
        <Spark
          counts={group.trend.counts}
          words={`${counted(group.count, "failure")} in this range`}
          tone={group.outsideUsual ? "bad" : group.state === "new" || group.state === "regressed" ? "work" : "quiet"}
        />
      </td>
      <td className="f-runs number">
        <b>{count(group.count)}</b>
      </td>
      <td className="f-seen">
        <span>
          last <When at={group.lastSeenAt} none="never" />
        </span>
        <small className="dim">
          {group.state === "regressed" && group.resolvedAt !== null ? (
            <>
              resolved <When at={group.resolvedAt} />
            </>
          ) : (
            <>
              first <When at={group.firstSeenAt} none="never" />
            </>
          )}
        </small>
      </td>
      <td className="f-recovered number">
        {count(group.recovered)} of {count(group.count)}
      </td>
    </tr>
  );
});
