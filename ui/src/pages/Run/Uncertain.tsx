import type { Correction, Json, Workflow } from "../../api/types";
import { inferredWords, words } from "../../model/runSentence";
import { counted } from "../../model/text";
import { exactTime } from "../../model/when";
import { Icon } from "../../parts/Icon";
import { When } from "../../parts/When";
import { useZone } from "../../shell/url";

/** What was concluded without its own event, and what an event that came late changed. */
export function Uncertain({ workflow }: { workflow: Workflow }) {
  const { inferred, corrected } = workflow;
  if (inferred.length === 0 && corrected.length === 0) return null;
  return (
    <ul className="run-notes small">
      {inferred.map((field) => (
        <li key={field}>
          <Icon name="queued" size={14} />
          {inferredWords(field)}
        </li>
      ))}
      {corrected.length === 0 ? null : (
        <li>
          <Icon name="retrying" size={14} />
          <details>
            <summary>
              {counted(new Set(corrected.map((one) => one.field)).size, "field")} corrected by events that came late
            </summary>
            <ul>
              {corrected.map((one) => (
                <CorrectionLine key={`${one.field} ${one.receivedAt}`} one={one} />
              ))}
            </ul>
          </details>
        </li>
      )}
    </ul>
  );
}

function CorrectionLine({ one }: { one: Correction }) {
  return (
    <li>
      <span>
        <b>{words(one.field)}</b>: from <Value value={one.from} /> to <Value value={one.to} />,{" "}
        <When at={one.receivedAt} />
      </span>
    </li>
  );
}

const LONGEST = 60;

function Value({ value }: { value: Json }) {
  const zone = useZone();
  if (value === null) return <span className="dim">nothing</span>;
  if (Array.isArray(value))
    return <span title={value.slice(0, 20).join(", ")}>{counted(value.length, "entry", "entries")}</span>;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const isTime = typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);
  if (isTime) return <span title={text}>{exactTime(new Date(value), new Date(), zone)}</span>;
  return <bdi title={text}>{text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}</bdi>;
}
