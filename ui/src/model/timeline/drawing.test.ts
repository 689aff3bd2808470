import { describe, expect, it } from "vitest";
import { axisOf, foldLength, offsetLabel, stepFor } from "./axis";
import { buildTimeline } from "./build";
import { foldsOf } from "./folding";
import { markAt, markHeight, marksOf, rowsInSight, rowTops } from "./marks";
import { barName } from "./names";
import { attempt, failed, moment, run, sleep, step } from "./sample";
import { fitTo, scaleOf, toTime, toX, WHOLE, zoomAt } from "./scale";
import type { Timeline } from "./types";
import { nextError, nextStop, otherRow, placeOf, stopsOf } from "./walking";

const HOUR = 3_600;
const NONE: ReadonlySet<number> = new Set();

/** Works 45 s, sleeps 24 h, is idle for 11 min 30 s, then fails three times within 3 min. */
function overnight(): Timeline {
  const wakes = 45 + 24 * HOUR;
  const again = wakes + 690;
  return buildTimeline(
    run({
      workflow: { status: "failed", endedAt: new Date(moment(again + 180)).toISOString() },
      steps: [step("reserve"), step("charge", { status: "failed" })],
      attempts: [
        attempt("reserve", 1, 0, 45),
        attempt("charge", 1, again, again + 30, failed(again + 60)),
        attempt("charge", 2, again + 60, again + 90, failed(again + 150)),
        attempt("charge", 3, again + 150, again + 180, failed()),
      ],
      sleeps: [sleep(45, wakes, again)],
    }),
    moment(again + 180),
  );
}

describe("folding", () => {
  it("folds what is long against what the longer folds left, each kind for itself", () => {
    const timeline = overnight();
    expect(foldsOf(timeline, 600, NONE).map((fold) => [fold.activity, (fold.to - fold.from) / 1000])).toEqual([
      ["asleep", 24 * HOUR],
      ["idle", 690],
      ["backoff", 60],
    ]);
  });

  it("leaves what was unfolded by hand, and nothing of a short run", () => {
    const timeline = overnight();
    expect(foldsOf(timeline, 600, new Set([45_000])).map((fold) => fold.activity)).toEqual([]);
    const short = buildTimeline(
      run({ steps: [step("a"), step("b")], attempts: [attempt("a", 1, 0, 1), attempt("b", 1, 10, 100)] }),
      moment(100),
    );
    expect(foldsOf(short, 600, NONE)).toEqual([]);
  });

  it("keeps most of the width for what is to scale", () => {
    const sleeps = Array.from({ length: 15 }, (_, index) =>
      sleep(index * 100 + 1, index * 100 + 100, index * 100 + 100),
    );
    const timeline = buildTimeline(run({ workflow: { endedAt: new Date(moment(1500)).toISOString() }, sleeps }), 0);
    expect(foldsOf(timeline, 400, NONE).length).toBe(5);
  });
});

describe("the scale", () => {
  const timeline = overnight();
  const folds = foldsOf(timeline, 600, NONE);
  const refit = (view: { zoom: number; offset: number }) => scaleOf(timeline.end, folds, 600, view);

  it("fills the width, and leads back from pixels to time", () => {
    const scale = refit(WHOLE);
    expect(toX(scale, 0)).toBe(0);
    expect(toX(scale, timeline.end)).toBeCloseTo(600, 6);
    for (const x of [0, 13, 77, 300, 599]) expect(toX(scale, toTime(scale, x))).toBeCloseTo(x, 6);
  });

  it("gives a fold its column at every zoom", () => {
    for (const zoom of [1, 4, 50]) {
      const column = refit({ zoom, offset: 0 }).pieces.find((piece) => piece.fold?.activity === "asleep");
      expect(column?.width).toBe(54);
    }
  });

  it("zooms at the pointer and never leaves the content", () => {
    const scale = refit(WHOLE);
    const view = zoomAt(scale, 3, 450, refit);
    expect(toTime(refit(view), 450)).toBeCloseTo(toTime(scale, 450), 3);
    expect(refit({ zoom: 2, offset: 1e9 }).offset).toBeCloseTo(refit({ zoom: 2, offset: 0 }).content - 600, 6);
    expect(refit({ zoom: 0.1, offset: -5 })).toMatchObject({ zoom: 1, offset: 0 });
  });

  it("fits a stretch into the width", () => {
    const bar = timeline.rows.at(-1)?.bars[0];
    const scale = refit(fitTo(bar?.from ?? 0, bar?.to ?? 0, refit));
    expect(toX(scale, bar?.from ?? 0)).toBeCloseTo(0, 3);
    expect(toX(scale, bar?.to ?? 0)).toBeCloseTo(600, 3);
  });
});

describe("the axis", () => {
  it("has offsets at least 64 px apart, from round steps", () => {
    expect(stepFor(64 / 1_000)).toBe(1_000);
    expect(stepFor(63 / 1_000)).toBe(2_000);
    expect(stepFor(64 / 10_000)).toBe(10_000);
    expect(stepFor(64 / 11_000)).toBe(15_000);
    expect(stepFor(64 / 86_400_000)).toBe(86_400_000);
  });

  it("says offsets briefly", () => {
    expect(offsetLabel(20_000, 10_000)).toBe("+20 s");
    expect(offsetLabel(150_000, 30_000)).toBe("+150 s");
    expect(offsetLabel(120_000, 60_000)).toBe("+2 min");
    expect(offsetLabel(210_000, 30_000)).toBe("+3:30 min");
    expect(offsetLabel(600_000, 300_000)).toBe("+10 min");
    expect(offsetLabel(7_200_000 * 3, 7_200_000)).toBe("+6 h");
    expect(offsetLabel(1_500, 500)).toBe("+1.5 s");
    expect(foldLength(86_400_000)).toBe("24 h");
    expect(foldLength(690_000)).toBe("11 m 30 s");
  });

  it("never writes one label over another, and keeps the end", () => {
    const timeline = overnight();
    const end = { x: 599, text: "failed 14:23:29", anchor: "end" as const, tone: "bad" as const };
    for (const width of [230, 420, 700, 1100]) {
      const scale = scaleOf(timeline.end, foldsOf(timeline, width, NONE), width, WHOLE);
      const axis = axisOf(timeline, scale, () => "12 Nov 14:20:11", { ...end, x: width });
      expect(axis.above[0]?.text).toBe("failed 14:23:29");
      const boxes = axis.below
        .map((label) => {
          const wide = label.text.length * 6.1;
          const from = label.anchor === "middle" ? label.x - wide / 2 : label.x;
          return [from, from + wide] as const;
        })
        .sort((a, b) => a[0] - b[0]);
      boxes.slice(1).forEach((box, index) => {
        expect(box[0]).toBeGreaterThanOrEqual(boxes[index]?.[1] ?? 0);
      });
    }
  });
});

describe("marks", () => {
  const many = (count: number, more: (index: number) => object = () => ({})) =>
    buildTimeline(
      run({
        workflow: { endedAt: new Date(moment(count)).toISOString() },
        steps: [step("loop", { status: "failed" })],
        attempts: Array.from({ length: count }, (_, index) =>
          attempt("loop", index + 1, index, index + 0.5, more(index)),
        ),
      }),
      moment(count),
    );

  it("melt where bars come closer than 2 px, and are red if one of them failed", () => {
    const timeline = many(2_500, (index) => (index === 1_200 ? failed() : {}));
    const [row] = timeline.rows;
    const marks = row === undefined ? [] : marksOf(row, scaleOf(timeline.end, [], 500, WHOLE));
    expect(marks.length).toBeLessThan(260);
    expect(marks.reduce((sum, mark) => sum + mark.count, 0)).toBe(2_500);
    expect(marks.filter((mark) => mark.failed).length).toBe(1);
  });

  it("stay apart where there is room, each at least 3 px wide", () => {
    const timeline = many(20);
    const [row] = timeline.rows;
    const marks = row === undefined ? [] : marksOf(row, scaleOf(timeline.end, [], 800, WHOLE));
    expect(marks.map((mark) => mark.count)).toEqual(Array(20).fill(1));
    expect(Math.min(...marks.map((mark) => mark.width))).toBeGreaterThanOrEqual(3);
    expect(markHeight(1)).toBe(12);
    expect(markHeight(100_000)).toBe(22);
    expect(markAt(marks, (marks[3]?.x ?? 0) + 1)?.index).toBe(3);
    expect(markAt(marks, (marks[3]?.x ?? 0) - 10)).toBeUndefined();
  });

  it("exist only for rows in sight", () => {
    const timeline = buildTimeline(
      run({
        steps: Array.from({ length: 1_000 }, (_, index) => step(`s${index}`)),
        attempts: Array.from({ length: 1_000 }, (_, index) => attempt(`s${index}`, 1, index / 10, index / 10 + 0.1)),
      }),
      moment(100),
    );
    const tops = rowTops(timeline.rows);
    expect(tops.at(-1)).toBe(28_000);
    expect(rowsInSight(tops, 2_800, 560, 0)).toEqual([100, 120]);
    expect(rowsInSight(tops, 0, 280, 2)).toEqual([0, 12]);
  });
});

describe("walking", () => {
  const timeline = overnight();

  it("goes from bar to bar in time, and stops at the ends", () => {
    const stops = stopsOf(timeline);
    expect(stops.map((stop) => timeline.rows[stop.row]?.name)).toEqual([
      "reserve",
      "sleep",
      "charge",
      "charge",
      "charge",
    ]);
    const first = nextStop(stops, null, 1);
    expect(first).toEqual({ row: 0, bar: 0 });
    expect(nextStop(stops, first, -1)).toEqual(first);
    expect(nextStop(stops, first, 1)).toEqual({ row: 1, bar: 0 });
  });

  it("goes to the row above or below, and to the next error, round and round", () => {
    expect(otherRow(timeline.rows, { row: 1, bar: 0 }, 1)).toEqual({ row: 2, bar: 0 });
    expect(otherRow(timeline.rows, { row: 0, bar: 0 }, -1)).toEqual({ row: 0, bar: 0 });
    const one = nextError(timeline, null);
    expect(one).toEqual({ row: 2, bar: 0 });
    const two = nextError(timeline, one);
    expect(two).toEqual({ row: 2, bar: 2 });
    expect(nextError(timeline, nextError(timeline, two))).toEqual(one);
  });

  it("finds what the address names, and names what it finds", () => {
    expect(placeOf(timeline, "charge", 2)).toEqual({ row: 2, bar: 2 });
    expect(placeOf(timeline, "charge", null)).toEqual({ row: 2, bar: 4 });
    expect(placeOf(timeline, "nowhere", 1)).toBeNull();
    const row = timeline.rows[2];
    const name = (bar: number) => row?.bars[bar] && barName(row, row.bars[bar], () => "14:22:57");
    expect(name(0)).toBe("charge, attempt 1 of 3, failed after 30.0 s, started 14:22:57, then waited 30 s");
    expect(name(1)).toBe("charge, back-off after attempt 1, 30.0 s");
    expect(name(4)).toBe("charge, attempt 3 of 3, failed after 30.0 s, started 14:22:57, then no attempt left");
  });
});
