import type { ReactNode } from "react";
import type { Attribution, SessionSegment } from "../../api/sessions";
import { host } from "../../model/sessionAddress";
import { seen } from "../../model/text";
import { Evidence } from "../../parts/Evidence";

const METHODS: Record<Attribution["gpuAttributionMethod"], string> = {
  exact_orchestrator_time_match: "snapshot of that minute",
  nearest_prior_snapshot: "nearest prior snapshot",
  nearest_snapshot_within_ttl: "next snapshot, within the limit",
  proxy_address_join: "known by address, nothing more",
  none: "no evidence",
};
const IDENTITIES: Record<Attribution["identityMatch"], string> = {
  address_and_url: "by address and URL",
  url: "by URL",
  address: "by address",
  ambiguous: "ambiguous: as observed",
  unmapped: "in no snapshot: as observed",
  none: "none named",
};
const NO_MODEL = "No snapshot tells what it ran on, or it offers several.";

/** Which orchestrator, model and GPU each segment had, how that is known, and how far it can be trusted. */
export function WhoDidIt({ segments }: { segments: readonly SessionSegment[] }) {
  return (
    <section aria-label="Who did the work">
      <div className="section-head">
        <h2>Who did the work, and how sure that is</h2>
      </div>
      <div className="who-scroll">
        {segments.map((segment) => (
          <dl key={segment.segmentIndex} className="who" aria-label={`Segment ${segment.segmentIndex}`}>
            <Fact name={`Segment ${segment.segmentIndex}`} how={IDENTITIES[segment.identityMatch]}>
              <Evidence value={segment.orchestratorAddress} why="No event named an orchestrator.">
                {(address) => (
                  <bdi title={`${address}${segment.orchestratorUrl === null ? "" : `, ${segment.orchestratorUrl}`}`}>
                    {host(segment.orchestratorUrl) ?? seen(address)}
                  </bdi>
                )}
              </Evidence>
            </Fact>
            <Fact name="Model" how={METHODS[segment.gpuAttributionMethod]}>
              <Evidence value={segment.modelId} why={NO_MODEL}>
                {(model) => <bdi title={model}>{seen(model)}</bdi>}
              </Evidence>
            </Fact>
            <Fact name="GPU" how={`confidence ${segment.gpuAttributionConfidence.toFixed(1)}`}>
              <Evidence value={segment.gpuId} why={NO_MODEL}>
                {(gpu) => <bdi title={gpu}>{seen(gpu)}</bdi>}
              </Evidence>
            </Fact>
          </dl>
        ))}
      </div>
    </section>
  );
}

function Fact(props: { name: string; how: string; children: ReactNode }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd className="cut">{props.children}</dd>
      <dd className="how dim" title={props.how}>
        {props.how}
      </dd>
    </div>
  );
}
