import { type FormEvent, useState } from "react";
import type { SavedView } from "../../api/failures";
import { Choice } from "../Drop";
import { NotSaved } from "../NotSaved";
import { useChangeView, useRemoveView } from "./queries";
import { LONGEST_VIEW_NAME } from "./SaveView";

/** Another name, a place in the rail, or no view at all. What it shows stays on the page. */
export function EditView({ view, onDone }: { view: SavedView; onDone: () => void }) {
  const [name, setName] = useState(view.name);
  const change = useChangeView();
  const remove = useRemoveView();
  const isBusy = change.isPending || remove.isPending;
  const rename = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "" && !isBusy) change.mutate({ view, change: { name: name.trim() } }, { onSuccess: onDone });
  };
  return (
    <>
      <form className="view-form" aria-label="Rename view" onSubmit={rename}>
        <label className="field">
          Name
          <input
            type="text"
            value={name}
            maxLength={LONGEST_VIEW_NAME}
            data-autofocus
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <button type="submit" className="button" disabled={name.trim() === "" || name.trim() === view.name || isBusy}>
          Rename
        </button>
      </form>
      <hr />
      <Choice
        on={view.pinned}
        onChoose={() => change.mutate({ view, change: { pinned: !view.pinned } }, { onSuccess: onDone })}
      >
        Pinned to the rail
      </Choice>
      <Choice on={false} onChoose={() => remove.mutate(view.id, { onSuccess: onDone })}>
        Remove for everybody
      </Choice>
      <NotSaved error={change.error ?? remove.error} />
    </>
  );
}
