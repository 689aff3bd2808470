import type { Correction, Json, Workflow } from "../../api/types";
import { inferredWords, words } from "../../model/runSentence";
import { exactTime } from "../../model/when";
import { Icon } from "../../parts/Icon";
import { When } from "../../parts/When";
import { useZone } from "../../shell/url";

const SHOWN = 4;

/** What was concluded without its own event, and what an event that came late changed. */
export function Uncertain({ workflow }: { workflow: Workflow }) {
  const { inferred, corrected } = workflow;
  if (inferred.length === 0 && corrected.length === 0) return null;
  const hidden = corrected.length - SHOWN;
  return (
    <ul className="run-notes small">
      {inferred.map((field) => (
        <li key={field}>
          <Icon name="queued" size={14} />
          {inferredWords(field)}
        </li>
      ))}
      {corrected.slice(-SHOWN).map((one) => (
        <li key={`${one.field} ${one.receivedAt}`}>
          <Icon name="retrying" size={14} />
          <CorrectionWords one={one} />
        </li>
      ))}
      {hidden > 0 ? <li className="dim">{hidden} earlier corrections are not shown.</li> : null}
    </ul>
  );
}

function CorrectionWords({ one }: { one: Correction }) {
  return (
    <span>
      {words(one.field)} was corrected by an event that came late, <When at={one.receivedAt} />: from{" "}
      <Value value={one.from} /> to <Value value={one.to} />.
    </span>
  );
}

function Value({ value }: { value: Json }) {
  const zone = useZone();
  if (value === null) return <span className="dim">nothing</span>;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const isTime = typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);
  return <b title={text}>{isTime ? exactTime(new Date(value), new Date(), zone) : <bdi>{text.slice(0, 80)}</bdi>}</b>;
}
