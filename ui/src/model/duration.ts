/** Durations in words. Tables say "1 h 12 m", sentences "12 min", countdowns "1:04:33". */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** For tables: two units at most, one decimal below a minute. */
export function shortDuration(ms: number): string {
  if (ms < 0) return `−${shortDuration(-ms)}`;
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / SECOND).toFixed(1)} s`;
  const seconds = Math.round(ms / SECOND);
  if (seconds < 3600) return pair(seconds, 60, "m", "s");
  const minutes = Math.round(seconds / 60);
  if (minutes < 48 * 60) return pair(minutes, 60, "h", "m");
  return pair(Math.round(minutes / 60), 24, "d", "h");
}

function pair(amount: number, base: number, big: string, small: string): string {
  const rest = amount % base;
  const digits = small === "s" || small === "m" ? String(rest).padStart(2, "0") : String(rest);
  return `${Math.floor(amount / base)} ${big} ${digits} ${small}`;
}

/** Where there is little room: as in tables, without the seconds of minutes and the decimals of seconds. */
export function briefDuration(ms: number): string {
  if (ms >= 59_500 && ms < HOUR) return `${Math.round(ms / MINUTE)} m`;
  return ms >= 10 * SECOND && ms < MINUTE ? `${Math.round(ms / SECOND)} s` : shortDuration(ms);
}

/** For sentences: one unit, whole. */
export function longDuration(ms: number): string {
  const span = Math.abs(ms);
  if (span < SECOND) return `${Math.round(span)} ms`;
  if (span < 90 * SECOND) return `${Math.round(span / SECOND)} s`;
  if (span < 90 * MINUTE) return `${Math.round(span / MINUTE)} min`;
  if (span < 36 * HOUR) return `${Math.round(span / HOUR)} h`;
  return `${Math.round(span / DAY)} d`;
}

/** Ticks once a second: 0:18, 27:52, 1:04:33, 6 d 2 h. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND));
  if (seconds >= 2 * 86_400) return pair(Math.floor(seconds / 3600), 24, "d", "h");
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
