import { useQuery } from "@tanstack/react-query";
import { fetchMeta } from "../api/endpoints";
import { lagWords } from "../model/lag";
import { Icon } from "../parts/Icon";

/** Says so when what is shown is older than people expect. The figure changes quietly: it is not read out again. */
export function LagNote() {
  const { data } = useQuery({ queryKey: ["meta"], queryFn: ({ signal }) => fetchMeta(signal) });
  const words = data ? lagWords(data) : null;
  if (words === null) return null;
  return (
    <div className="banner note" role="status">
      <Icon name="clock" />
      <p>
        What you see is not the latest yet.{" "}
        <span className="dim" aria-live="off">
          {words}
        </span>
      </p>
    </div>
  );
}
