import type { Signature, SignaturePatch, SignatureState } from "../api/signals";
import { runHref } from "./runAddress";
import { type Search, some, stringifySearch } from "./search";
import { count } from "./text";

export const STATE_WORDS: Record<SignatureState, string> = {
  new: "New",
  regressed: "Regressed",
  known: "Known",
  ignored: "Ignored",
  resolved: "Resolved",
};

/** What to call it: what such failures say, else the code by which it is recognised. */
export const signatureName = ({ example, errorCode }: Pick<Signature, "example" | "errorCode">): string =>
  example ?? errorCode ?? "any failure";

export const signatureHref = (id: string, edit = false): string =>
  `/signatures${stringifySearch({ id, edit: edit ? "1" : undefined })}`;

/** Beside the list it was chosen from, or with nothing beside it: Signatures and Failures say it alike. */
export const withChosen = (id: string | null, edit = false): Search => ({
  id: id ?? undefined,
  edit: edit && id !== null ? "1" : undefined,
});

/** The failed runs of its workflows. Others of them may have failed differently: the list cannot tell them apart. */
export function failedRunsHref({ workflows, environments, services }: Signature): string | null {
  if (workflows.length === 0) return null;
  return `/runs${stringifySearch({
    env: some(environments),
    service: some(services),
    name: some(workflows),
    status: "failed",
    from: "all",
  })}`;
}

export const lastRunHref = ({ lastRun }: Signature): string | null =>
  lastRun === null ? null : `${runHref(lastRun)}?run=${lastRun.runSeq}`;

/** Two digits say all there is to say of a guess. */
export const confidenceWords = (confidence: number): string => confidence.toFixed(2);

/** Until when, or up to how many, it is not to be heard of; null if nobody said so. `when` writes a moment. */
export function ignoredWords(
  { ignoredUntil, ignoredUpTo }: Pick<Signature, "ignoredUntil" | "ignoredUpTo">,
  when: (at: string) => string,
): string | null {
  const date = ignoredUntil === null ? null : `until ${when(ignoredUntil)}`;
  const rate = ignoredUpTo === null ? null : `while there are at most ${count(ignoredUpTo)} a day`;
  if (date === null && rate === null) return null;
  return `Ignored ${[date, rate].filter((one) => one !== null).join(", and only ")}`;
}

/** What people say of a signature, as a form holds it. */
export interface Notes {
  likelyCause: string;
  suggestedAction: string;
  remediationUrl: string;
}

export const notesOf = (signature: Signature): Notes => ({
  likelyCause: signature.likelyCause ?? "",
  suggestedAction: signature.suggestedAction ?? "",
  remediationUrl: signature.remediationUrl ?? "",
});

/** Only what was changed, so that two people who edit different things do not undo each other; null if nothing was. */
export function notesPatch(before: Signature, notes: Notes): SignaturePatch | null {
  const old = notesOf(before);
  const changed = (Object.keys(old) as (keyof Notes)[]).filter((name) => notes[name].trim() !== old[name].trim());
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((name) => [name, notes[name].trim() === "" ? null : notes[name].trim()]));
}
