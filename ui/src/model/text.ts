/** Ids are told apart by their ends: from 20 characters on, the middle goes. */
export function middleCut(text: string, longest = 20): string {
  const letters = [...text];
  if (letters.length <= longest) return text;
  const tail = Math.floor((longest - 1) * 0.4);
  return `${letters.slice(0, longest - 1 - tail).join("")}…${letters.slice(letters.length - tail).join("")}`;
}

const TAIL = 6;

/**
 * For an id of which the middle may go: the end that has to be seen apart. Only plain letters can be parted anywhere; with
 * others it stays whole.
 */
export function headAndTail(text: string): [head: string, tail: string] {
  return /^[!-~]+$/.test(text) && text.length > 2 * TAIL ? [text.slice(0, -TAIL), text.slice(-TAIL)] : [text, ""];
}

/** A name of nothing but white space could neither be seen nor clicked. */
export const seen = (name: string): string => (name.trim() === "" ? "(blank)" : name);

const THOUSANDS = new Intl.NumberFormat("en-GB");

export const count = (n: number): string => THOUSANDS.format(n);

/** 1 run, 2 runs. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`;
