import { useNow } from "../../live";
import { type Droppable, droppable } from "../../model/dropping";
import { totalWords } from "../../model/runTabs";
import { rangeWords } from "../../model/scope";
import { counted } from "../../model/text";
import { Go } from "../../parts/Go";
import { Empty } from "../../parts/States";
import { hrefWith, useZone } from "../../shell/url";
import { useCount } from "./queries";
import type { RunsUrl } from "./url";

/** Which filter to drop, and what that gives. */
export function NothingMatches({ url }: { url: RunsUrl }) {
  const words = rangeWords(url.range, new Date(useNow()), useZone());
  const choices = droppable(url.filters, url.range, words);
  return (
    <Empty title="No run matches.">
      {choices.map((choice) => (
        <Without key={choice.words} choice={choice} basis={url.basis} />
      ))}
    </Empty>
  );
}

function Without({ choice, basis }: { choice: Droppable; basis: RunsUrl["basis"] }) {
  const { data } = useCount({ range: choice.range, basis }, "status", choice.filters);
  if (data === undefined || (data.total === 0 && !data.capped)) return null;
  return (
    <p>
      Without <i>{choice.words}</i> there {data.total === 1 && !data.capped ? "is" : "are"}{" "}
      <Go className="link" href={hrefWith(choice.patch)}>
        {data.capped
          ? data.total === 0
            ? "perhaps some"
            : `${totalWords({ count: data.total, capped: true })} runs`
          : counted(data.total, "run")}
      </Go>
      .
    </p>
  );
}
