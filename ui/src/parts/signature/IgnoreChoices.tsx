import { useState } from "react";
import type { Signature, SignaturePatch } from "../../api/signals";
import { serverNow } from "../../live";
import { fromField, toField } from "../../shell/TimeMenu";
import { useZone } from "../../shell/url";
import { Choice } from "../Drop";

const DAY = 86_400_000;
const SPANS = [
  ["For a day", DAY],
  ["For a week", 7 * DAY],
  ["For 30 days", 30 * DAY],
] as const;
/** What a whole number of failures can be; more would mean never. */
const MOST_A_DAY = 1_000_000;

/** Until a date, or as long as there are not too many a day: the other is taken away. */
export function IgnoreChoices(props: { signature: Signature; onChoose: (patch: SignaturePatch) => void }) {
  const { signature, onChoose } = props;
  const zone = useZone();
  const [until, setUntil] = useState(
    toField(signature.ignoredUntil ?? new Date(serverNow() + DAY).toISOString(), zone),
  );
  const [most, setMost] = useState(String(signature.ignoredUpTo ?? Math.max(10, 2 * signature.samplesLastDay)));
  const untilDate = (ms: number) => onChoose({ ignoredUntil: new Date(ms).toISOString(), ignoredUpTo: null });
  const isPast = until === "" || Date.parse(fromField(until, zone)) <= serverNow();
  const limit = /^\d{1,7}$/.test(most) && Number(most) <= MOST_A_DAY ? Number(most) : null;
  return (
    <>
      {SPANS.map(([label, ms]) => (
        <Choice key={label} on={false} onChoose={() => untilDate(serverNow() + ms)}>
          {label}
        </Choice>
      ))}
      <hr />
      <div className="ignore-own">
        <label className="field">
          Until
          <input type="datetime-local" value={until} onChange={(event) => setUntil(event.target.value)} />
        </label>
        {isPast ? <p className="small tone-bad">That has passed already.</p> : null}
        <button
          type="button"
          className="button"
          disabled={isPast}
          onClick={() => untilDate(Date.parse(fromField(until, zone)))}
        >
          Ignore until then
        </button>
      </div>
      <hr />
      <div className="ignore-own">
        <label className="field">
          While there are at most so many a day
          <input type="text" inputMode="numeric" value={most} onChange={(event) => setMost(event.target.value)} />
        </label>
        {limit === null ? <p className="small tone-bad">That is no whole number.</p> : null}
        <button
          type="button"
          className="button"
          disabled={limit === null}
          onClick={() => onChoose({ ignoredUntil: null, ignoredUpTo: limit })}
        >
          Ignore up to this rate
        </button>
      </div>
    </>
  );
}
