import { ANY_PATH, behindHref } from "../../model/stagesBehind";
import { counted } from "../../model/text";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { Segmented } from "../../parts/Segmented";
import { changeSearch, useSearch } from "../../shell/url";
import { useVariants } from "./queries";
import type { Meaning, StagesUrl } from "./url";

/** What the map shows, and how what is in flight is meant. */
export function FlowHead({ url, range, hidden }: { url: StagesUrl; range: string; hidden: number }) {
  const variants = useVariants(url);
  const title = url.workflow.length === 0 ? "All workflows" : url.workflow.join(", ");
  const search = useSearch();
  return (
    <div className="flow-head">
      <h2 className="cut">
        <bdi>{title}</bdi>
      </h2>
      <p className="small dim">
        {variants.data === undefined ? null : (
          <>
            <Go className="link" href={behindHref(search, { variant: ANY_PATH })}>
              {counted(variants.data.total, "workflow")} began
            </Go>
            , {range}.{" "}
          </>
        )}
        The wider a line, the more took it.
        {hidden > 0 || url.allWays ? (
          <>
            {" "}
            <button
              type="button"
              className="link"
              onClick={() => changeSearch({ ways: url.allWays ? undefined : "all" })}
            >
              {url.allWays ? "Leave out rare ways" : `Draw ${counted(hidden, "rarer way")}, too`}
            </button>
          </>
        ) : null}
      </p>
      <div className="push line">
        <button
          type="button"
          className="button bare"
          aria-pressed={url.asTable}
          onClick={() => changeSearch({ map: url.asTable ? undefined : "table" })}
        >
          <Icon name="table" size={14} />
          {url.asTable ? "Without table" : "As table"}
        </button>
        <Segmented
          label="In flight is what is"
          choices={[
            { value: "open-now", label: "Open now" },
            { value: "never-completed", label: "Never completed" },
          ]}
          value={url.meaning}
          onChange={(meaning: Meaning) => changeSearch({ meaning: meaning === "open-now" ? undefined : meaning })}
        />
      </div>
    </div>
  );
}
