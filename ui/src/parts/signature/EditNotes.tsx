import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Signature } from "../../api/signals";
import { type Notes, notesOf, notesPatch, withChosen } from "../../model/signatures";
import { changeSearch } from "../../shell/url";
import { NotSaved } from "../NotSaved";
import { useChangeSignature } from "./queries";

const LONGEST = 2_000;

/** What people say of a kind of failure. It is never derived, and stays when everything else is learned anew. */
export function EditNotes({ signature }: { signature: Signature }) {
  const [notes, setNotes] = useState<Notes>(() => notesOf(signature));
  const change = useChangeSignature(signature.id);
  const first = useRef<HTMLTextAreaElement>(null);
  useEffect(() => first.current?.focus(), []);
  const close = () => changeSearch(withChosen(signature.id), true);
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    const patch = notesPatch(signature, notes);
    if (patch === null) close();
    else if (!change.isPending) change.mutate(patch, { onSuccess: close });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const field = (name: keyof Notes) => ({
    value: notes[name],
    maxLength: LONGEST,
    onChange: (event: { target: { value: string } }) => setNotes({ ...notes, [name]: event.target.value }),
  });
  return (
    <form className="signature-edit" aria-label="Edit cause and action" onSubmit={save} onKeyDown={onKeyDown}>
      <label className="field">
        Likely cause
        <textarea ref={first} rows={3} {...field("likelyCause")} />
      </label>
      <label className="field">
        What to do
        <textarea rows={3} {...field("suggestedAction")} />
      </label>
      <label className="field">
        Link to how it is put right, such as a runbook
        <input type="text" inputMode="url" placeholder="https://…" {...field("remediationUrl")} />
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
