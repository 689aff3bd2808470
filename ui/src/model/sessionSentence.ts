import type { Session, SessionDetail, SessionFigures } from "../api/sessions";
import { longDuration, shortDuration } from "./duration";
import { isUnusual } from "./sessionStatus";
import { shareWords } from "./stageFigures";
import { count, counted } from "./text";

export interface Said {
  words: string;
  tone: "bad" | "warn" | "run" | "ok" | "plain";
}

/** A session in one or two sentences: did it play, how well, what happened. */
export function sessionSentence(detail: SessionDetail, now: number): Said {
  const { session } = detail;
  switch (session.startupOutcome) {
    case "success":
      return { words: join(played(session), swapped(detail), unexcusedErrors(session)), tone: tone(session) };
    case "excused":
      return { words: join(excused(detail), swapped(detail)), tone: "plain" };
    case "not_in_denominator":
      return {
        words: join(
          "Its request was not seen, so it counts neither as started nor as failed.",
          unexcusedErrors(session),
        ),
        tone: "plain",
      };
    default:
      return unexcused(session, now);
  }
}

const join = (...sentences: string[]) => sentences.filter((one) => one !== "").join(" ");

const tone = (session: Session): Said["tone"] =>
  session.errorCount > session.excusableErrorCount ? "warn" : session.activity === "open" ? "run" : "ok";

function played({ firstPlayableTs, firstStreamRequestTs, avgFps, activity }: Session): string {
  const ms =
    firstPlayableTs === null || firstStreamRequestTs === null
      ? -1
      : Date.parse(firstPlayableTs) - Date.parse(firstStreamRequestTs);
  const after = ms < 0 ? "Played" : `Played after ${shortDuration(ms)}`;
  const runs = activity === "open" ? "runs" : "ran";
  return avgFps === null
    ? `${after}; nobody told its frame rate.`
    : `${after} and ${runs} at ${avgFps.toFixed(1)} fps.`;
}

function swapped({ session, swaps }: SessionDetail): string {
  const all = session.swapCount + session.inferredSwapCount;
  if (!session.sessionHasSwap || all === 0) return "";
  const first = swaps[0];
  const when =
    first === undefined ? "" : ` at ${shortDuration(Date.parse(first.at) - Date.parse(session.sessionStartTs))}`;
  const to = counted(session.orchestratorCount, "orchestrator");
  if (session.swapCount === 0)
    return `The orchestrator changed ${times(session.inferredSwapCount)} without a word: ${to}.`;
  const words =
    session.swapCount === 1
      ? `One swap was asked for${when}`
      : `${count(session.swapCount)} swaps were asked for, the first${when}`;
  return session.inferredSwapCount === 0 ? `${words}; no other orchestrator took over.` : `${words}: ${to}.`;
}

const times = (n: number) => (n === 1 ? "once" : `${count(n)} times`);

function unexcusedErrors({ errorCount, excusableErrorCount, lastError }: Session): string {
  const n = errorCount - excusableErrorCount;
  if (n === 0) return "";
  const last = lastError === null ? "" : `: ${ended(lastError)}`;
  return n === 1
    ? `One error has no excuse${last || "."}`
    : `${count(n)} errors have no excuse${last === "" ? "." : `, the last${last}`}`;
}

const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

function excused({ edges, errors }: SessionDetail): string {
  if (edges.some(({ traceType }) => traceType === "gateway_no_orchestrators_available")) {
    return "Did not start, and is excused: no orchestrator was available.";
  }
  const message = errors.at(-1)?.message ?? null;
  return message === null ? "Did not start, and is excused." : `Did not start, and is excused: ${ended(message)}`;
}

function unexcused(session: Session, now: number): Said {
  if (session.activity === "open" && session.errorCount === 0) {
    const since = Date.parse(session.firstStreamRequestTs ?? session.sessionStartTs);
    return { words: `Has been starting for ${longDuration(Math.max(0, now - since))}.`, tone: "run" };
  }
  const why = unexcusedErrors(session);
  return { words: join("Did not start.", why === "" ? "No event says why." : why), tone: "bad" };
}

/** Must somebody act? What stands out, and how many streams did not start. */
export interface ListSentence {
  /** the orchestrators of which unusually many streams did not start, the worst first */
  worst: SessionFigures[];
  lead: string;
  rest: string;
}

export function listSentence(total: SessionFigures, orchestrators: readonly SessionFigures[]): ListSentence {
  const worst = orchestrators
    .filter((one) => one.group !== null && isUnusual(one, total))
    .sort((a, b) => b.unexcused - a.unexcused);
  const lead =
    worst.length === 0
      ? "Nothing stands out."
      : worst.length === 1
        ? "1 orchestrator needs a look."
        : `${count(worst.length)} orchestrators need a look.`;
  const rest =
    total.known === 0
      ? "Of none of these sessions was the request seen."
      : total.unexcused === 0
        ? `All ${counted(total.known, "stream")} started or ${total.known === 1 ? "is" : "are"} excused.`
        : `${count(total.unexcused)} of ${counted(total.known, "stream")} did not start and ${total.unexcused === 1 ? "has" : "have"} no excuse${total.known < 20 ? "" : ` (${shareWords(total.unexcused, total.known)})`}.`;
  return { worst, lead, rest };
}
