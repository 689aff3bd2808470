/**
 * Runs at once, then at most once in `ms` however often it is asked for; what was asked for in between is done at the end of
 * the wait, so that the last request is never lost.
 */
export interface Paced {
  ask: () => void;
  stop: () => void;
}

export function atMostEvery(ms: number, run: () => void): Paced {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let asked = false;
  const go = () => {
    asked = false;
    timer = setTimeout(() => {
      timer = null;
      if (asked) go();
    }, ms);
    run();
  };
  return {
    ask: () => {
      if (timer === null) go();
      else asked = true;
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer);
      asked = false;
    },
  };
}
