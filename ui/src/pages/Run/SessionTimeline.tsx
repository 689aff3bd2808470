import { useNow } from "../../live";
import { sessionHref } from "../../model/sessionAddress";
import { Go } from "../../parts/Go";
import { Lanes } from "../../parts/lanes";
import { useSession } from "../../parts/lanes/useSession";
import { Failed } from "../../parts/States";

/** A session has no steps: its timeline is that of its own page. */
export function SessionTimeline({ id }: { id: string }) {
  const ticking = useNow();
  const { data, error, refetch } = useSession(id);
  if (data === undefined) {
    return error ? <Failed what="The session" error={error} onRetry={() => void refetch()} /> : null;
  }
  const now = data.session.activity === "open" ? ticking : Date.parse(data.session.sessionEndTs);
  return (
    <section className="run-lanes" aria-label="Lanes">
      <p className="small dim">
        A session has no steps; these are its lanes.{" "}
        <Go className="link" href={sessionHref(id)}>
          More of it
        </Go>
      </p>
      <Lanes detail={data} now={now} />
    </section>
  );
}
