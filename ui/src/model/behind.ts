import type { JobState, Meta, ReplicaState } from "../api/types";
import { longDuration } from "./duration";

/** A job and a replica are always a moment behind; less than this is nobody's concern. */
const WORTH_MENTIONING_MS = 5_000;

/** What is to be said, if anything; `more` is for those who want to know. */
export interface BehindWords {
  text: string;
  more: string;
}

const OBSTACLES: Record<NonNullable<JobState["obstacle"]>, BehindWords> = {
  brokers_away: {
    text: "The brokers do not answer",
    more: "Nothing new is taken until they do. Senders try again.",
  },
  topic_gone: {
    text: "The brokers lost the topic",
    more: "Nothing new is taken until Weir is started again, which creates it.",
  },
  taken_over: {
    text: "Servers have taken the database over",
    more: "This one takes nothing new: start it without --kafka.",
  },
};

/** Of what stands between events and the page: the job comes first, as a replica has no more than it. */
export const behindWords = ({ job, replica }: Pick<Meta, "job" | "replica">): BehindWords | null =>
  jobWords(job) ?? replicaWords(replica);

function jobWords(job: JobState | null): BehindWords | null {
  if (job === null) return null;
  if (job.obstacle !== null) return OBSTACLES[job.obstacle];
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

/** While it is not asked, nothing that is shown is old. */
function replicaWords(replica: ReplicaState | null): BehindWords | null {
  if (!replica?.asked || replica.lagMs === null || replica.lagMs < WORTH_MENTIONING_MS) return null;
  return {
    text: `The replica is ${longDuration(replica.lagMs)} behind`,
    more: "What is shown was true that long ago, and what you change shows up once it has caught up.",
  };
}
