import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ServiceFigures } from "../../api/insight";
import { NotSaved } from "../../parts/NotSaved";
import { changeSearch } from "../../shell/url";
import { formKeys } from "./formKeys";
import { useChangeService } from "./queries";

const LONGEST_NAME = 100;
const LONGEST_DESCRIPTION = 1_000;

/** What people call a service. It is never derived, and stays when everything else is folded anew. */
export function EditWords({ service }: { service: ServiceFigures }) {
  const { serviceKey } = service;
  const [name, setName] = useState(service.displayName ?? "");
  const [description, setDescription] = useState(service.description ?? "");
  const change = useChangeService(serviceKey);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const close = () => changeSearch({ edit: undefined }, true);
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    if (change.isPending) return;
    change.mutate({ displayName: orNull(name), description: orNull(description) }, { onSuccess: close });
  };
  return (
    <form
      className="service-edit"
      aria-label={`Edit ${serviceKey}`}
      onSubmit={save}
      onKeyDown={formKeys({ close, save })}
    >
      <label className="field">
        Display name
        <input
          ref={first}
          type="text"
          value={name}
          maxLength={LONGEST_NAME}
          placeholder={serviceKey}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <label className="field">
        Description
        <textarea
          rows={2}
          value={description}
          maxLength={LONGEST_DESCRIPTION}
          onChange={(event) => setDescription(event.target.value)}
        />
      </label>
      <NotSaved error={change.error} />
      <div className="line">
        <button type="submit" className="button" disabled={change.isPending}>
          Save
          <kbd>⌘ ↵</kbd>
        </button>
        <button type="button" className="button bare" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** What is emptied is taken back. */
const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());
