import type { Search } from "../../model/search";
import { counted } from "../../model/text";
import { SURFACE_WORDS } from "../../model/ttfs";
import { Command } from "../../parts/Command";
import { Go } from "../../parts/Go";
import { Empty } from "../../parts/States";
import { hrefWith } from "../../shell/url";
import { useSignalCount } from "./queries";
import type { SignalsUrl } from "./url";

/** Which filter to drop, and how to tell of the first one. */
export function NothingHere({ url, range }: { url: SignalsUrl; range: string }) {
  const names = url.surface.map((surface) => SURFACE_WORDS[surface]).join(" or ");
  return (
    <Empty title={`No first signal was told of${names === "" ? "" : ` by ${names}`}, ${range}.`}>
      {url.range.kind === "all" ? null : (
        <Instead url={{ ...url, range: { kind: "all" } }} patch={{ from: "all", to: undefined }} words="Of all time" />
      )}
      {url.surface.length === 0 ? null : (
        <Instead url={{ ...url, surface: [] }} patch={{ surface: undefined }} words="Of all surfaces" />
      )}
      <p className="small">
        This window tells of every run that somebody opens, and <span className="mono">./weir watch</span> of every job
        that it follows. Other surfaces tell by themselves:
      </p>
      <Command title="From a CI job, how long it took until it could say something" text={example(location.origin)} />
    </Empty>
  );
}

function Instead({ url, patch, words }: { url: SignalsUrl; patch: Search; words: string }) {
  const n = useSignalCount(url);
  if (n === undefined || n === 0) return null;
  return (
    <p>
      {words} there {n === 1 ? "is" : "are"}{" "}
      <Go className="link" href={hrefWith(patch)}>
        {counted(n, "signal")}
      </Go>
      .
    </p>
  );
}

/** The job's id is the one of its run, or any UUID for a job that sends no events. */
function example(origin: string): string {
  return [
    `curl "${origin}/api/v1/ttfs-events?env=production&service=$SERVICE" -H 'Content-Type: application/json' -d @- <<EOF`,
    '{"eventType":"signal.rendered","timestamp":"$(date -u +%FT%TZ)","jobId":"$JOB_ID",',
    ' "surface":"ci","ttfsMs":$((SECONDS * 1000)),"cacheHit":false,"release":"$GIT_TAG"}',
    "EOF",
  ].join("\n");
}
