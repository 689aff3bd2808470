import { offset, type PlacedMark } from "../../model/sessionLanes";
import { Go } from "../Go";
import { Icon } from "../Icon";

/** A moment on a lane: its shape, its words where there is room, and a link to its event. */
export function Mark(props: { mark: PlacedMark; from: number; run: string; isStop: boolean }) {
  const { mark, from, run } = props;
  const said = `${mark.label}, ${offset(mark.at, from)}`;
  const event = mark.eventId === null ? "" : `&event=${encodeURIComponent(mark.eventId)}`;
  return (
    <Go
      className={`lane-mark ${mark.lane} ${mark.tone} ${mark.side ?? ""}`}
      style={{ left: mark.x }}
      href={`${run}?tab=events${event}`}
      data-mark={mark.key}
      tabIndex={props.isStop ? 0 : -1}
      title={said}
      aria-label={said}
    >
      {mark.lane === "errors" ? <Icon name="failed" size={13} /> : <i className="dot" />}
      {mark.side === null ? null : <span className="mark-words">{mark.label}</span>}
    </Go>
  );
}
