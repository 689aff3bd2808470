import type { JobState } from "../api/types";
import { longDuration } from "./duration";

/** A job is always a moment behind; less than this is nobody's concern. */
const WORTH_MENTIONING_MS = 5_000;

/** What is to be said of the job behind the server, if anything; `more` is for those who want to know. */
export interface JobWords {
  text: string;
  more: string;
}

export function jobWords(job: JobState | null): JobWords | null {
  if (job === null) return null;
  if (!job.brokersAnswer) {
    return { text: "The brokers do not answer", more: "Nothing new is taken until they do. Senders try again." };
  }
  if (!job.running) {
    return { text: "No job is running", more: "What is sent is safe with the brokers, and waits until one runs." };
  }
  if (job.lagMs === null || job.lagMs < WORTH_MENTIONING_MS) return null;
  const waiting = job.lagEvents === null ? "" : `${job.lagEvents.toLocaleString("en")} events wait for it. `;
  return {
    text: `The job is ${longDuration(job.lagMs)} behind`,
    more: `${waiting}What is shown was true that long ago.`,
  };
}
