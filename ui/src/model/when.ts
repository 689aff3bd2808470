import { longDuration } from "./duration";

/** Moments in words. A time of day alone means today; the year appears only when it is not this one. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Building a formatter costs more than using it a thousand times. */
function format(zone: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone}\n${name}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: zone });
    formats.set(key, found);
  }
  return found;
}

const dayOf = (at: Date, zone: string) =>
  format(zone, "day", { year: "numeric", month: "2-digit", day: "2-digit" }).format(at);
const clockOf = (at: Date, zone: string, seconds: boolean) =>
  seconds
    ? format(zone, "hms", { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" }).format(at)
    : format(zone, "hm", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);

/** 14:32:08 today, 11 Nov 14:08 this year, 11 Nov 2025 before. */
export function exactTime(at: Date, now: Date, zone: string, seconds = true): string {
  if (dayOf(at, zone) === dayOf(now, zone)) return clockOf(at, zone, seconds);
  if (dayOf(at, zone).slice(-4) === dayOf(now, zone).slice(-4)) {
    const day = format(zone, "short", { day: "numeric", month: "short" }).format(at);
    return `${day} ${clockOf(at, zone, false)}`;
  }
  return format(zone, "year", { day: "numeric", month: "short", year: "numeric" }).format(at);
}

/** 8 min ago, in 18 s, now. */
export function relativeTime(at: Date, now: Date): string {
  const ms = now.getTime() - at.getTime();
  if (Math.abs(ms) < 1_000) return "now";
  return ms > 0 ? `${longDuration(ms)} ago` : `in ${longDuration(ms)}`;
}

/** What a hover shows everywhere: the moment itself, in UTC. */
export function utcTime(at: Date): string {
  return `${at.toISOString().replace("T", " ").replace("Z", "")} UTC`;
}

export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
