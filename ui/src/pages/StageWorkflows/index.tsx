import "./stageWorkflows.css";
import { useMemo } from "react";
import { useNow } from "../../live";
import { rangeWords } from "../../model/scope";
import { ANY_PATH, selectionWords, togetherWords } from "../../model/stagesBehind";
import { counted, seen } from "../../model/text";
import { Chip } from "../../parts/Chip";
import { Go } from "../../parts/Go";
import { Empty, Failed, Loading, LoadingRows } from "../../parts/States";
import { When } from "../../parts/When";
import { useHeading } from "../../shell/heading";
import { useShortcuts } from "../../shell/keys";
import { changeSearch, hrefWith, useSearch, useZone } from "../../shell/url";
import { KEYS, List } from "./List";
import { useStageWorkflows } from "./queries";
import { readStageWorkflowsUrl, type StageWorkflowsUrl, stagesHref } from "./url";

/** What a number on the page on stages counts, one by one. */
export default function StageWorkflows() {
  const search = useSearch();
  const url = useMemo(() => readStageWorkflowsUrl(search), [search]);
  useHeading("Behind the number", [{ label: "Stages", href: stagesHref(search) }]);
  const query = useStageWorkflows(url);
  const pages = query.data?.pages ?? [];
  const found = pages[0];
  const again = () => void query.refetch();
  useShortcuts([{ keys: ".", label: "Load again", group: KEYS, run: again }]);
  return (
    <div className="stage-workflows">
      <Chips url={url} />
      {query.error ? <Failed what="The list" error={query.error} onRetry={again} /> : null}
      {query.isPending && !query.error ? (
        <Loading label="Loading the list">
          <LoadingRows rows={12} />
        </Loading>
      ) : null}
      {found === undefined ? null : (
        <section aria-label="What is behind the number">
          <div className="section-head">
            <h2>
              <Sentence url={url} total={found.total} />
            </h2>
            <span className="small dim">
              {found.n === found.total ? "" : `${togetherWords(url.selection, found.n)}. `}As of{" "}
              <When at={found.asOf} />
            </span>
            <button type="button" className="button push" onClick={again}>
              Load again <kbd>.</kbd>
            </button>
          </div>
          {found.total === 0 ? <Nothing url={url} /> : <List url={url} items={pages.flatMap((page) => page.items)} />}
          {query.hasNextPage ? (
            <button
              type="button"
              className="button list-more"
              disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show older ones
            </button>
          ) : null}
        </section>
      )}
    </div>
  );
}

function Sentence({ url, total }: { url: StageWorkflowsUrl; total: number }) {
  const range = rangeWords(url.range, new Date(useNow()), useZone());
  const one = url.stage.length === 1 && url.selection.variant === undefined ? url.stage[0] : undefined;
  const words = selectionWords(url.selection);
  return (
    <>
      {one === undefined ? null : (
        <>
          <bdi>{seen(one)}</bdi>:{" "}
        </>
      )}
      {counted(total, noun(url))}
      {words === "" ? "" : ` ${words}`}, {range}
    </>
  );
}

/** Of one stage, or of none, each line is a workflow. */
const noun = ({ source, stage, selection }: StageWorkflowsUrl) =>
  stage.length === 1 || selection.variant !== undefined ? "workflow" : source;

function Chips({ url }: { url: StageWorkflowsUrl }) {
  const { selection } = url;
  const words = selectionWords(selection);
  const whole = selection.variant === ANY_PATH;
  return (
    <div className="stage-workflows-chips">
      {url.source === "step" ? (
        <Chip name="source" value="steps of runs" onRemove={() => changeSearch({ source: undefined })} />
      ) : null}
      {url.workflow.length === 0 ? null : (
        <Chip
          name="workflow"
          value={url.workflow.join(" or ")}
          onRemove={() => changeSearch({ workflow: undefined })}
        />
      )}
      {url.stage.length === 0 ? null : (
        <Chip
          name={url.source}
          value={url.stage.map(seen).join(" or ")}
          onRemove={() => changeSearch({ stage: undefined })}
        />
      )}
      {words === "" && !whole ? null : (
        <Chip
          name="number"
          value={whole ? "of whole workflows" : `of those ${words}`}
          onRemove={() => changeSearch(ANY)}
        />
      )}
    </div>
  );
}

const ANY = {
  is: undefined,
  figure: undefined,
  atLeastMs: undefined,
  belowMs: undefined,
  fromStage: undefined,
  back: undefined,
  variant: undefined,
};

/** Which filter to drop. */
function Nothing({ url }: { url: StageWorkflowsUrl }) {
  return (
    <Empty title="Nothing is behind this number now.">
      {url.range.kind === "all" ? null : (
        <Go className="link" href={hrefWith({ from: "all", to: undefined })}>
          Look at all time
        </Go>
      )}{" "}
      {selectionWords(url.selection) === "" ? null : (
        <Go className="link" href={hrefWith(ANY)}>
          Show all of this time
        </Go>
      )}
    </Empty>
  );
}
