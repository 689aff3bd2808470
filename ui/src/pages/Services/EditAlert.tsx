import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Alert } from "../../api/insight";
import { type AlertFields, fieldsOf, limitsOf } from "../../model/alerts";
import { NotSaved } from "../../parts/NotSaved";
import { changeSearch } from "../../shell/url";
import { formKeys } from "./formKeys";
import { useChangeAlert } from "./queries";

interface Props {
  service: string;
  env: string;
  alert: Alert | null;
}

const FIELDS: { name: keyof AlertFields; label: string; step?: string }[] = [
  { name: "success", label: "Success at least, %", step: "any" },
  { name: "duration", label: "p95 at most, s", step: "any" },
  { name: "window", label: "of the last, min" },
  { name: "minRuns", label: "with at least, runs" },
  { name: "silence", label: "Silent at most, min", step: "any" },
];

/** What is left empty is no limit; without any there is no alert. */
export function EditAlert({ service, env, alert }: Props) {
  const [fields, setFields] = useState(() => fieldsOf(alert));
  const change = useChangeAlert(service, env);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const close = () => changeSearch({ edit: undefined, alert: undefined }, true);
  const send = (limits: ReturnType<typeof limitsOf>) => {
    if (!change.isPending) change.mutate(limits, { onSuccess: close });
  };
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    send(limitsOf(fields));
  };
  return (
    <form
      className="alert-edit"
      aria-label={`Edit the alert of ${service} in ${env}`}
      onSubmit={save}
      onKeyDown={formKeys({ close, save })}
    >
      {FIELDS.map(({ name, label, step }, index) => (
        <label key={name} className="field">
          {label}
          <input
            ref={index === 0 ? first : undefined}
            type="number"
            inputMode="decimal"
            min={0}
            step={step}
            value={fields[name]}
            onChange={(event) => setFields({ ...fields, [name]: event.target.value })}
          />
        </label>
      ))}
      <NotSaved error={change.error} />
      <div className="line">
        <button type="submit" className="button" disabled={change.isPending}>
          Save
          <kbd>⌘ ↵</kbd>
        </button>
        {alert === null ? null : (
          <button type="button" className="button" disabled={change.isPending} onClick={() => send(null)}>
            Remove the alert
          </button>
        )}
        <button type="button" className="button bare" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}
