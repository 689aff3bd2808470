import { type FormEvent, useState } from "react";
import type { SavedView, ViewPage } from "../../api/failures";
import { Choice } from "../Drop";
import { NotSaved } from "../NotSaved";
import { useAddView, useChangeView } from "./queries";

export const LONGEST_VIEW_NAME = 80;

interface SaveViewProps {
  page: ViewPage;
  query: string;
  /** those that it may take the place of */
  views: readonly SavedView[];
  onDone: () => void;
}

/** A name for what is shown now, or an earlier view that is to show this from now on. Everybody sees it. */
export function SaveView({ page, query, views, onDone }: SaveViewProps) {
  const [name, setName] = useState("");
  const [pinned, setPinned] = useState(false);
  const add = useAddView();
  const change = useChangeView();
  const isBusy = add.isPending || change.isPending;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "" || isBusy) return;
    add.mutate({ page, name: name.trim(), query, pinned }, { onSuccess: onDone });
  };
  return (
    <>
      <form className="view-form" aria-label="Save view" onSubmit={save}>
        <label className="field">
          Save what is shown as
          <input
            type="text"
            value={name}
            maxLength={LONGEST_VIEW_NAME}
            data-autofocus
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label className="line small">
          <input type="checkbox" checked={pinned} onChange={(event) => setPinned(event.target.checked)} />
          Pin it to the rail
        </label>
        <button type="submit" className="button" disabled={name.trim() === "" || isBusy}>
          Save for everybody
        </button>
      </form>
      {views.length === 0 ? null : (
        <>
          <hr />
          <h2>Or let one of these show it</h2>
          {views.map((view) => (
            <Choice
              key={view.id}
              on={false}
              onChoose={() => change.mutate({ view, change: { query } }, { onSuccess: onDone })}
            >
              <bdi>{view.name}</bdi>
            </Choice>
          ))}
        </>
      )}
      <NotSaved error={add.error ?? change.error} />
    </>
  );
}
