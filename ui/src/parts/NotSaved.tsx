import { Problem } from "../api/client";
import { Icon } from "./Icon";

/** Why a change was not taken, in the server's words. */
export function NotSaved({ error }: { error: Error | null }) {
  if (error === null) return null;
  return (
    <div className="banner bad" role="alert">
      <Icon name="warning" />
      <p>
        <b>Not saved.</b> {error instanceof Problem ? error.message : "Something in this page went wrong."}{" "}
        <span className="mono dim">{error instanceof Problem ? error.code : "page_error"}</span>
      </p>
    </div>
  );
}
