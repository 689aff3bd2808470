import type { Search } from "../../model/search";
import { counted } from "../../model/text";
import { Go } from "../../parts/Go";
import { Empty } from "../../parts/States";
import { hrefWith } from "../../shell/url";
import { useSessionCount } from "./queries";
import { NAMES, type SessionsUrl } from "./url";

/** Which filter to drop, and what that gives. */
export function NothingHere({ url, range }: { url: SessionsUrl; range: string }) {
  return (
    <Empty title={`No session began here, ${range}.`}>
      {url.range.kind === "all" ? null : (
        <Instead url={{ ...url, range: { kind: "all" } }} patch={{ from: "all", to: undefined }} words="Of all time" />
      )}
      {NAMES.map((name) =>
        url.names[name].length === 0 ? null : (
          <Instead
            key={name}
            url={{ ...url, names: { ...url.names, [name]: [] } }}
            patch={{ [name]: undefined }}
            words={`Of any ${name}`}
          />
        ),
      )}
      {url.service.length === 0 ? null : (
        <Instead url={{ ...url, service: [] }} patch={{ service: undefined }} words="Of all services" />
      )}
      {url.env.length === 0 ? null : (
        <Instead url={{ ...url, env: [] }} patch={{ env: undefined }} words="Of all environments" />
      )}
      <p className="small dim">
        Sessions come from the events of a live-video network: <span className="mono">POST /api/v1/network-events</span>
      </p>
    </Empty>
  );
}

function Instead({ url, patch, words }: { url: SessionsUrl; patch: Search; words: string }) {
  const n = useSessionCount(url);
  if (n === undefined || n === 0) return null;
  return (
    <p>
      {words} there {n === 1 ? "is" : "are"}{" "}
      <Go className="link" href={hrefWith(patch)}>
        {counted(n, "session")}
      </Go>
      .
    </p>
  );
}
