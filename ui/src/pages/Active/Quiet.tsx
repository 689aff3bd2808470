import { limits } from "../../model/scope";
import { counted } from "../../model/text";
import { Go } from "../../parts/Go";
import { hrefWith, useScope } from "../../shell/url";
import { useActiveEnvironments } from "./queries";

/** Nothing goes on here; if the scope is why, what there is without it. */
export function Quiet() {
  const scope = useScope();
  return (
    <div>
      <p className="active-quiet strong">Nothing is running, waiting or queued.</p>
      {limits(scope).length === 0 ? null : <Without />}
    </div>
  );
}

function Without() {
  const scope = useScope();
  const everywhere = useActiveEnvironments({ env: [], service: [] }) ?? [];
  const open = everywhere.reduce(
    (sum, one) => sum + one.running + one.retrying + one.sleeping + one.overdue + one.stalled + one.queued,
    0,
  );
  if (open === 0) return null;
  return (
    <p>
      Without <i>{limits(scope).join(", ")}</i> there {open === 1 ? "is" : "are"}{" "}
      <Go className="link" href={hrefWith({ env: undefined, service: undefined })}>
        {counted(open, "open run")}
      </Go>
      .
    </p>
  );
}
