import type { RunItem } from "../../api/types";
import { counted } from "../../model/text";
import { saveRuns } from "./CsvButton";
import type { RunCursor } from "./useCursor";

/** How much there is and which keys there are; with a selection, what can be done with it. */
export function Footer({ cursor, runs, words }: { cursor: RunCursor; runs: readonly RunItem[]; words: string }) {
  const chosen = runs.filter((run) => cursor.selected.has(run.id));
  if (chosen.length > 0) {
    return (
      <footer className="runs-foot">
        <span className="strong">{counted(chosen.length, "run")} selected</span>
        <button
          type="button"
          className="button"
          onClick={() => void navigator.clipboard.writeText(chosen.map((run) => run.workflowId).join("\n"))}
        >
          Copy {counted(chosen.length, "id")}
        </button>
        <button type="button" className="button" onClick={() => saveRuns(chosen)}>
          Save {counted(chosen.length, "run")} as CSV
        </button>
        <button type="button" className="button bare" onClick={cursor.clear}>
          Clear selection
        </button>
      </footer>
    );
  }
  return (
    <footer className="runs-foot">
      {words === "" ? null : <span>{words}</span>}
      <span className="keys">
        <kbd>J</kbd> <kbd>K</kbd> move
      </span>
      <span className="keys">
        <kbd>X</kbd> select
      </span>
      <span className="keys">
        <kbd>↵</kbd> open
      </span>
      <span className="keys">
        <kbd>F</kbd> filter by this value
      </span>
      <span className="keys">
        <kbd>⇧F</kbd> leave it out
      </span>
      <span className="push keys last">What you read stays where it is; new runs wait above.</span>
    </footer>
  );
}
