import { limits } from "../../model/scope";
import { Go } from "../../parts/Go";
import { Empty } from "../../parts/States";
import { hrefWith } from "../../shell/url";
import type { SignaturesUrl } from "./url";

/** Which filter to drop; without any, where signatures come from. */
export function NothingHere({ url }: { url: SignaturesUrl }) {
  const scoped = url.env.length > 0 || url.service.length > 0;
  if (url.q === "" && url.tab === "all" && !scoped) {
    return (
      <Empty title="No run has failed yet.">
        <p className="small">
          Each failure is compared with those before it: by its code, or by type, message and frames, step and phase.
          What is alike becomes one signature, and is learned from.
        </p>
      </Empty>
    );
  }
  return (
    <Empty title={url.tab === "open" && url.q === "" ? "No kind of failure is open here." : "No signature matches."}>
      {url.q === "" ? null : <Drop patch={{ q: undefined }}>{`Without “${url.q}”`}</Drop>}
      {url.tab === "all" ? null : <Drop patch={{ state: "all" }}>Of any state</Drop>}
      {scoped ? (
        <Drop patch={{ env: undefined, service: undefined }}>{`Not only ${limits(url).join(", ")}`}</Drop>
      ) : null}
    </Empty>
  );
}

function Drop({ patch, children }: { patch: Parameters<typeof hrefWith>[0]; children: string }) {
  return (
    <p>
      <Go className="link" href={hrefWith(patch)}>
        {children}
      </Go>
    </p>
  );
}
