export { type Axis, axisOf, foldLength, type Label, sumWords } from "./axis";
export { buildTimeline, SLEEP_ROW } from "./build";
export { type Fold, foldsOf } from "./folding";
export { LANE, type Mark, markAt, markHeight, marksOf, ROW, rowHeight, rowsInSight, rowTops } from "./marks";
export { barName } from "./names";
export { fitTo, type Piece, type Scale, scaleOf, toTime, toX, type View, WHOLE, zoomAt } from "./scale";
export { stepSums, sumsOf } from "./stretches";
export { type Activity, type Bar, isAttempt, type Row, type Stretch, type Sums, type Timeline } from "./types";
export { nextError, nextStop, otherRow, type Place, placeOf, stopsOf } from "./walking";
