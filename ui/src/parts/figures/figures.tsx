import type { ReactNode } from "react";
import { serverNow } from "../../live";
import { shortDuration } from "../../model/duration";
import { ratePercent } from "../../model/rates";
import { count } from "../../model/text";
import { exactTime, utcTime } from "../../model/when";
import { useZone } from "../../shell/url";
import { Env } from "../Env";
import { Go } from "../Go";

type Value<T, V> = (row: T) => V | null;

/** One figure of a table, and of the file that the table can be saved as. */
export interface Figure<T> {
  /** in the file */
  name: string;
  /** in the table */
  title: string;
  isText: boolean;
  value: Value<T, string | number>;
  cell: (row: T) => ReactNode;
}

const NONE = <span className="dim">—</span>;

function numeric<T>(name: string, title: string, value: Value<T, number>, words: (n: number) => string): Figure<T> {
  const cell = (row: T) => {
    const n = value(row);
    return n === null ? NONE : words(n);
  };
  return { name, title, isText: false, value, cell };
}

export const counts = <T,>(name: string, title: string, value: Value<T, number>) => numeric(name, title, value, count);
export const rates = <T,>(name: string, title: string, value: Value<T, number>) =>
  numeric(name, title, value, (rate) => ratePercent(rate, 2));
export const times = <T,>(name: string, title: string, value: Value<T, number>) =>
  numeric(name, title, value, shortDuration);
export const decimals = <T,>(name: string, title: string, value: Value<T, number>, digits = 2) =>
  numeric(name, title, value, (n) => n.toFixed(digits));

export function texts<T>(name: string, title: string, value: Value<T, string>): Figure<T> {
  const cell = (row: T) => {
    const text = value(row);
    return text === null ? NONE : <bdi title={text}>{text}</bdi>;
  };
  return { name, title, isText: true, value, cell };
}

export const environments = <T extends { env: string }>(): Figure<T> => ({
  name: "env",
  title: "Environment",
  isText: true,
  value: ({ env }) => env,
  cell: ({ env }) => <Env name={env} />,
});

/** A moment: exact in the file, in the zone of the page in the table. */
export const moments = <T,>(name: string, title: string, value: Value<T, number>): Figure<T> => ({
  name,
  title,
  isText: true,
  value: (row) => isoOf(value(row)),
  cell: (row) => <Moment at={value(row)} />,
});

function Moment({ at }: { at: number | null }) {
  const zone = useZone();
  if (at === null) return NONE;
  return (
    <time dateTime={new Date(at).toISOString()} title={utcTime(new Date(at))}>
      {exactTime(new Date(at), new Date(serverNow()), zone, false)}
    </time>
  );
}

const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** The same figure, leading to the runs behind it. */
export const leading = <T,>(figure: Figure<T>, href: (row: T) => string): Figure<T> => ({
  ...figure,
  cell: (row) => <Go href={href(row)}>{figure.cell(row)}</Go>,
});
