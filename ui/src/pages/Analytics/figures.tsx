import type { ReactNode } from "react";
import { shortDuration } from "../../model/duration";
import { ratePercent } from "../../model/rates";
import { count } from "../../model/text";
import { Env } from "../../parts/Env";

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
