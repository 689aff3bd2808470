import { type FormEvent, type ReactNode, useState } from "react";
import { ownName } from "../../model/preferences";

const LONGEST_NAME = 200;

interface TakeFormProps {
  name: string;
  isBusy: boolean;
  onTake: (by: string) => void;
  children: ReactNode;
}

/** Whoever takes something says who they are, once. */
export function TakeForm({ name, isBusy, onTake, children }: TakeFormProps) {
  const [by, setBy] = useState(ownName.get());
  const take = (event: FormEvent) => {
    event.preventDefault();
    if (by.trim() === "") return;
    ownName.set(by.trim());
    onTake(by.trim());
  };
  return (
    <form className="failure-form" aria-label={name} onSubmit={take}>
      <label className="field">
        Your name
        <input type="text" value={by} maxLength={LONGEST_NAME} onChange={(event) => setBy(event.target.value)} />
      </label>
      <button type="submit" className="button" disabled={isBusy || by.trim() === ""}>
        {children}
      </button>
    </form>
  );
}
