import { headAndTail, seen } from "../model/text";

/** An id, or a name that is told apart by its end: cut in the middle where there is no room. */
export function CutId({ id, className = "mono" }: { id: string; className?: string }) {
  const [head, tail] = headAndTail(seen(id));
  return (
    <bdi className={`${className} cut-id`} title={id}>
      <span className="cut">{head}</span>
      {tail}
    </bdi>
  );
}
