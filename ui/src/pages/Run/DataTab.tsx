import type { Json, Workflow } from "../../api/types";
import { isOpen } from "../../model/status";
import { JsonViewer } from "../../parts/JsonViewer";

export function DataTab({ workflow }: { workflow: Workflow }) {
  const noOutput = isOpen(workflow)
    ? "Not there yet: the run goes on."
    : workflow.status === "completed"
      ? "The run completed without an output."
      : `The run ${workflow.status === "cancelled" ? "was cancelled" : "failed"} and has no output.`;
  return (
    <div className="run-data">
      <Side title="Input" value={workflow.input} none="No input was sent with the start of the run." />
      <Side title="Output" value={workflow.output} none={noOutput} />
    </div>
  );
}

function Side({ title, value, none }: { title: string; value: Json; none: string }) {
  return (
    <section>
      <h3 className="strong">{title}</h3>
      {value === null ? (
        <p className="small dim">{none}</p>
      ) : (
        <JsonViewer key={title} value={value} name={title} height={560} />
      )}
    </section>
  );
}
