import type { Failure } from "../../api/failures";
import { When } from "../../parts/When";

/** Who has taken it, when it was closed, or that it is over by itself. */
export function Became({ failure }: { failure: Failure }) {
  const { inbox, takenBy, takenAt, closedAt, recoveredAt, recoveredBy } = failure;
  switch (inbox) {
    case "recovered":
      return (
        <span>
          {recoveredBy?.sameId ? "the same id" : "the workflow"} completed <When at={recoveredAt} />
        </span>
      );
    case "closed":
      return (
        <span>
          {takenBy === null ? "" : <bdi>by {takenBy}, </bdi>}
          <When at={closedAt} />
        </span>
      );
    case "taken":
      return (
        <span>
          by <bdi>{takenBy}</bdi>, <When at={takenAt} />
        </span>
      );
    case "open":
      return <span className="dim">nobody has taken it</span>;
  }
}
