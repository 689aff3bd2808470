import "./timelineTab.css";
import { memo, useCallback, useMemo, useState } from "react";
import type { RunDetail, RunRef } from "../../api/types";
import { runSentence } from "../../model/runSentence";
import {
  buildTimeline,
  isAttempt,
  nextError,
  type Place,
  placeOf,
  sumWords,
  type Timeline,
} from "../../model/timeline";
import { exactTime } from "../../model/when";
import { Icon } from "../../parts/Icon";
import { Empty } from "../../parts/States";
import { TimelineView } from "../../parts/timeline";
import { type Sight, useView, type ViewControl } from "../../parts/timeline/useView";
import { type Shortcut, useShortcuts } from "../../shell/keys";
import { changeSearch, useZone } from "../../shell/url";
import { AttemptError } from "./AttemptError";
import { Inspector } from "./Inspector";
import { SessionTimeline } from "./SessionTimeline";
import { type RunUrl, writeSight } from "./url";

export function TimelineTab({ run, detail, url, now }: { run: RunRef; detail: RunDetail; url: RunUrl; now: number }) {
  const timeline = useMemo(() => buildTimeline(detail, now), [detail, now]);
  const [width, setWidth] = useState(0);
  const onSight = useCallback((sight: Sight) => changeSearch({ view: writeSight(sight) }, true), []);
  const view = useView(timeline, width, url.folded, url.sight, onSight);
  const zone = useZone();
  const clock = useCallback(
    (at: number, seconds: boolean) => exactTime(new Date(at), new Date(now), zone, seconds),
    [now, zone],
  );
  const { step, attempt } = url;
  const chosen = useMemo(() => placeOf(timeline, step, attempt), [timeline, step, attempt]);
  const selected = useStable(chosen);
  const select = useCallback(
    (place: Place) => {
      const row = timeline.rows[place.row];
      const bar = row?.bars[place.bar];
      if (row === undefined || row.kind !== "step") return;
      changeSearch({ step: row.key, attempt: bar?.attempt == null ? undefined : String(bar.attempt) });
    },
    [timeline],
  );
  const ending = useMemo(() => endingOf(detail, timeline, clock), [detail, timeline, clock]);
  useTimelineShortcuts(timeline, view, url, selected, select);
  if (timeline.rows.length === 0) {
    return detail.workflow.session ? (
      <SessionTimeline id={detail.workflow.workflowId} />
    ) : (
      <Empty title="Nothing to draw">
        <p className="small">No step or sleep of this run is known.</p>
      </Empty>
    );
  }
  const { before, step: about, after } = runSentence(detail, now);
  return (
    <div className="run-split">
      <div className="run-main">
        <Tools view={view} url={url} detail={detail} />
        <TimelineView
          timeline={timeline}
          view={view}
          name={`${before}${about ?? ""}${after}`}
          clock={clock}
          ending={ending}
          selected={selected}
          onSelect={select}
          timeoutMs={detail.steps.find((one) => one.stepName === step)?.timeoutMs ?? null}
          onWidth={setWidth}
        />
        <Sum timeline={timeline} />
        <AttemptError detail={detail} url={url} />
      </div>
      <Inspector run={run} detail={detail} url={url} timeline={timeline} />
    </div>
  );
}

/** The same place stays the same object, so that what follows it does not run each second. */
function useStable(place: Place | null): Place | null {
  const row = place?.row;
  const bar = place?.bar;
  return useMemo(() => (row === undefined || bar === undefined ? null : { row, bar }), [row, bar]);
}

function endingOf(detail: RunDetail, timeline: Timeline, clock: (at: number, seconds: boolean) => string) {
  const time = clock(timeline.origin + timeline.runTo, true);
  const { status } = detail.workflow;
  if (timeline.open) return { text: detail.at === null ? `now ${time}` : time, tone: "now" as const };
  return { text: `${status} ${time}`, tone: status === "failed" ? ("bad" as const) : ("plain" as const) };
}

const OF_THE_PICTURE: readonly Shortcut[] = [
  ["ArrowLeft ArrowRight", "Bar by bar in time"],
  ["ArrowUp ArrowDown", "Row by row"],
  ["Shift ← →", "Pan by a tenth"],
  ["Enter", "Open the attempt"],
  [" ", "Unfold the nearest"],
].map(([keys = "", label = ""]) => ({
  keys,
  label,
  group: "Timeline, when it has the focus",
  run() {},
  elsewhere: true,
}));

function useTimelineShortcuts(
  timeline: Timeline,
  view: ViewControl,
  url: RunUrl,
  selected: Place | null,
  select: (place: Place) => void,
): void {
  const group = "Timeline";
  const middle = () => view.scale.width / 2;
  const error = () => {
    const place = nextError(timeline, selected);
    if (place !== null) select(place);
  };
  useShortcuts([
    { keys: "+", label: "Zoom in", group, run: () => view.zoom(1.5, middle()) },
    { keys: "=", label: "Zoom in", group, quiet: true, run: () => view.zoom(1.5, middle()) },
    { keys: "-", label: "Zoom out", group, run: () => view.zoom(1 / 1.5, middle()) },
    { keys: "0", label: "Fit the whole run", group, run: view.whole },
    { keys: "z", label: "Fold or unfold all", group, run: () => toggleFolds(view, url) },
    { keys: "e", label: "Next error", group, run: error },
    { keys: "t", label: "As table", group, run: () => changeSearch({ tab: "steps", rows: "attempts" }) },
    ...OF_THE_PICTURE,
  ]);
}

function toggleFolds(view: ViewControl, url: RunUrl): void {
  const unfold = url.folded && view.unfolded.size === 0;
  view.refold();
  changeSearch({ fold: unfold ? "0" : undefined }, true);
}

function Tools({ view, url, detail }: { view: ViewControl; url: RunUrl; detail: RunDetail }) {
  const middle = () => view.scale.width / 2;
  const folding = view.folds.length > 0 || view.unfolded.size > 0 || !url.folded;
  const last = detail.knownUntil ?? detail.workflow.updatedAt ?? detail.workflow.lastEventAt;
  return (
    <div className="run-tools line">
      {folding ? (
        <button
          type="button"
          className="button"
          aria-pressed={url.folded && view.unfolded.size === 0}
          onClick={() => toggleFolds(view, url)}
        >
          <Icon name="fold" size={14} />
          {url.folded && view.unfolded.size === 0 ? "Idle folded" : "Fold idle"}
        </button>
      ) : null}
      <button
        type="button"
        className="button bare square"
        aria-label="Zoom out"
        onClick={() => view.zoom(1 / 1.5, middle())}
      >
        <Icon name="zoomOut" size={15} />
      </button>
      <button
        type="button"
        className="button bare square"
        aria-label="Zoom in"
        onClick={() => view.zoom(1.5, middle())}
      >
        <Icon name="zoomIn" size={15} />
      </button>
      <button type="button" className="button bare" onClick={view.whole}>
        Fit <kbd>0</kbd>
      </button>
      {url.at === null ? (
        <button type="button" className="button bare" onClick={() => changeSearch({ at: last ?? undefined })}>
          <Icon name="clock" size={14} />
          As it was…
        </button>
      ) : null}
      <button type="button" className="button bare" onClick={() => changeSearch({ tab: "steps", rows: "attempts" })}>
        <Icon name="table" size={14} />
        As table
      </button>
    </div>
  );
}

/** What the duration is made of; the four add up to it. */
const Sum = memo(function Sum({ timeline }: { timeline: Timeline }) {
  const { working, backoff, asleep, idle } = timeline.sums;
  const parts = [
    ["working", "Working", working],
    ["backoff", "Backing off", backoff],
    ["asleep", "Asleep", asleep],
    ["idle", "Idle", idle],
  ] as const;
  const attempts = timeline.rows.flatMap((row) => row.bars.filter(isAttempt));
  const kinds = new Set(attempts.map((bar) => bar.kind));
  return (
    <div className="run-sum small">
      {parts.map(([key, word, ms]) =>
        ms === 0 && key !== "working" ? null : (
          <span key={key} className="key">
            <i className={`swatch ${key}`} />
            {word} <b>{sumWords(ms)}</b>
          </span>
        ),
      )}
      <span className="push line dim">
        {kinds.has("failed") ? <Key kind="failed" /> : null}
        {kinds.has("recovered") ? <Key kind="recovered" /> : null}
        {attempts.some((bar) => bar.timedOutAt !== null) ? <Key kind="timeout" /> : null}
        {kinds.has("cached") ? <Key kind="cached" /> : null}
      </span>
    </div>
  );
});

const Key = ({ kind }: { kind: string }) => (
  <span className="key">
    <i className={`swatch ${kind}`} />
    {kind}
  </span>
);
