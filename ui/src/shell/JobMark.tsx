import { useQuery } from "@tanstack/react-query";
import { fetchMeta } from "../api/endpoints";
import { jobWords } from "../model/job";
import { Icon } from "../parts/Icon";

/** Beside the live mark, and only when it matters: what is live is what the job has folded. */
export function JobMark() {
  const meta = useQuery({ queryKey: ["meta"], queryFn: ({ signal }) => fetchMeta(signal) });
  const words = jobWords(meta.data?.job ?? null);
  return (
    <span role="status" className="job" title={words?.more}>
      {words === null ? null : (
        <>
          <Icon name="warning" size={14} />
          {words.text}
        </>
      )}
    </span>
  );
}
