import type { Failure } from "../../api/failures";
import { failureHref, failureKey, failureWords } from "../../model/failures";
import { seen } from "../../model/text";
import { CutId } from "../../parts/CutId";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { Failed } from "../../parts/States";
import { When } from "../../parts/When";
import { hrefWith } from "../../shell/url";
import { useNewest } from "./queries";
import { type FailuresUrl, withView } from "./url";

/** A list for each environment, side by side where there is room. */
export function NewestFailures({ url, environments }: { url: FailuresUrl; environments: readonly string[] }) {
  const answers = useNewest(url, environments);
  return (
    <div className="newest-failures">
      {environments.map((env, index) => {
        const answer = answers[index];
        return (
          <section key={env} aria-label={`Failures in ${env}`}>
            <h3>
              <Env name={env} />
            </h3>
            {answer?.error ? (
              <Failed what={`What failed in ${env}`} error={answer.error} onRetry={() => void answer.refetch()} />
            ) : null}
            {answer?.isPending || (answer?.isPlaceholderData && url.q !== "") ? (
              <p className="small dim" role="status">
                {url.q === "" ? "Loading" : "Searching further"}
              </p>
            ) : null}
            <ul>
              {answer?.data?.items.map((failure) => (
                <Line key={failureKey(failure)} failure={failure} />
              ))}
            </ul>
            {answer?.data?.items.length === 0 && !answer.isPlaceholderData ? (
              <p className="small dim">No failure matches.</p>
            ) : null}
            {answer?.data?.next ? (
              <Go className="link small" href={hrefWith({ ...withView("inbox"), inbox: "all", env })}>
                All failures in {env}
              </Go>
            ) : null}
          </section>
        );
      })}
    </div>
  );
}

function Line({ failure }: { failure: Failure }) {
  const words = failureWords(failure);
  return (
    <li>
      <span className="line">
        <span className="status failed">
          <Icon name="failed" size={14} />
          <span className="unseen">Failed</span>
        </span>
        <Go className="failure-run" href={failureHref(failure)}>
          <bdi className="strong cut">{seen(failure.workflowName)}</bdi>
          <CutId id={failure.workflowId} />
        </Go>
        <span className="push small dim nowrap">
          <When at={failure.failedAt} />
        </span>
      </span>
      <small className="dim" title={words}>
        <bdi>{words}</bdi>
      </small>
    </li>
  );
}
