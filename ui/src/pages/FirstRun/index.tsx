import "./firstRun.css";
import { Command } from "../../parts/Command";
import { useHeading } from "../../shell/heading";

const DEMO = "./weir up --demo";

/** What an instance shows that has never seen an event. It goes away by itself with the first one. */
export default function FirstRun() {
  useHeading("First events");
  return (
    <div className="first-run">
      <h2>No event has arrived yet</h2>
      <p className="ink2">
        Send the first one, or start Weir with a demonstration workload. This page changes by itself as soon as
        something arrives.
      </p>
      <Command title="Send the events of one small run" text={firstEvents(location.origin, new Date())} />
      <Command title="Or start it with lively, made-up work" text={DEMO} />
      <Command
        title="Or send a file of events: JSON, NDJSON, CSV or XES, also as .gz"
        text={`./weir send events.ndjson --url ${location.origin}`}
      />
    </div>
  );
}

function firstEvents(origin: string, now: Date): string {
  const at = (seconds: number) => new Date(now.getTime() - seconds * 1_000).toISOString();
  const id = () => crypto.randomUUID?.() ?? `00000000-0000-4000-8000-${String(Math.random()).slice(2, 14)}`;
  const base = '"env":"development","serviceKey":"orders","workflowId":"order-1","workflowName":"processOrder"';
  return [
    `curl ${origin}/api/v1/events -H 'Content-Type: application/x-ndjson' --data-binary @- <<'EOF'`,
    `{"eventId":"${id()}","type":"workflow.started","timestamp":"${at(3)}",${base},"input":{"items":2}}`,
    `{"eventId":"${id()}","type":"step.started","timestamp":"${at(2)}",${base},"stepName":"charge-card","attempt":1}`,
    `{"eventId":"${id()}","type":"step.completed","timestamp":"${at(1)}",${base},"stepName":"charge-card","attempt":1,"durationMs":1000,"cached":false}`,
    `{"eventId":"${id()}","type":"workflow.completed","timestamp":"${at(0)}",${base},"completedSteps":["charge-card"],"durationMs":3000}`,
    "EOF",
  ].join("\n");
}
