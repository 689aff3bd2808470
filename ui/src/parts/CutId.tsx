import { headAndTail, seen } from "../model/text";

/** An id that is cut in the middle, as much as there is no room. */
export function CutId({ id }: { id: string }) {
  const [head, tail] = headAndTail(seen(id));
  return (
    <bdi className="mono cut-id">
      <span className="cut">{head}</span>
      {tail}
    </bdi>
  );
}
