import { messageParts } from "../../model/failures";
import { seen } from "../../model/text";

/** What all failures of a kind say, with what differs from one to the next marked as that. */
export function Message({ text }: { text: string }) {
  return (
    <bdi>
      {messageParts(seen(text)).map((part, index) =>
        part.isPlaceholder ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
          <i key={index} className="placeholder">
            {part.text}
          </i>
        ) : (
          part.text
        ),
      )}
    </bdi>
  );
}
