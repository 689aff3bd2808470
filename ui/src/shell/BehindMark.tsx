import { useQuery } from "@tanstack/react-query";
import { fetchMeta } from "../api/endpoints";
import { behindWords } from "../model/behind";
import { Icon } from "../parts/Icon";

/** Beside the live mark, and only when it matters: what is live is what the job has folded, and the replica knows. */
export function BehindMark() {
  const meta = useQuery({ queryKey: ["meta"], queryFn: ({ signal }) => fetchMeta(signal) });
  const words = meta.data ? behindWords(meta.data) : null;
  return (
    <span role="status" className="behind-mark" title={words?.more}>
      {words === null ? null : (
        <>
          <Icon name="warning" size={14} />
          {words.text}
        </>
      )}
    </span>
  );
}
