import type { Search } from "../../model/search";
import { counted } from "../../model/text";
import { Go } from "../../parts/Go";
import { Empty } from "../../parts/States";
import { hrefWith } from "../../shell/url";
import { useStageCount } from "./queries";
import type { StagesUrl } from "./url";

/** Which filter to drop, and what that gives. */
export function NothingHere({ url, range }: { url: StagesUrl; range: string }) {
  const other = url.source === "stage" ? "step" : "stage";
  const what = url.source === "stage" ? "stage" : "step";
  return (
    <Empty title={`No ${what} began here, ${range}, and none is under way.`}>
      {url.range.kind === "all" ? null : (
        <Instead url={{ ...url, range: { kind: "all" } }} patch={{ from: "all", to: undefined }} words="Of all time" />
      )}
      {url.workflow.length === 0 ? null : (
        <Instead
          url={{ ...url, workflow: [] }}
          patch={{ workflow: undefined }}
          words={`Without workflow is ${url.workflow.join(" or ")}`}
        />
      )}
      {url.service.length === 0 ? null : (
        <Instead url={{ ...url, service: [] }} patch={{ service: undefined }} words="Of all services" />
      )}
      {url.env.length === 0 ? null : (
        <Instead url={{ ...url, env: [] }} patch={{ env: undefined }} words="Of all environments" />
      )}
      <Instead
        url={{ ...url, source: other }}
        patch={{ source: other === "stage" ? undefined : other }}
        words={other === "stage" ? "As stages" : "As steps of runs"}
      />
      {url.source === "stage" ? (
        <p className="small dim">
          Stages come from the events <span className="mono">stage_started</span> and{" "}
          <span className="mono">stage_completed</span>, or from a log:{" "}
          <span className="mono">./weir send log.xes</span>
        </p>
      ) : null}
    </Empty>
  );
}

function Instead({ url, patch, words }: { url: StagesUrl; patch: Search; words: string }) {
  const n = useStageCount(url);
  if (n === undefined || n === 0) return null;
  return (
    <p>
      {words} there {n === 1 ? "is" : "are"}{" "}
      <Go className="link" href={hrefWith(patch)}>
        {counted(n, url.source === "stage" ? "stage" : "step")}
      </Go>
      .
    </p>
  );
}
