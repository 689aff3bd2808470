/** The events of one run, told in the order in which they happened. The same story always has the same events but for the day. */
export interface Run {
  env?: string;
  service: string;
  id: string;
  name: string;
  execution?: string;
}

export type Event = Record<string, unknown>;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

interface Try {
  attempt?: number;
  maxAttempts?: number;
}

export class Story {
  readonly events: Event[] = [];
  private sent = 0;
  private now: number;

  constructor(
    readonly run: Run,
    /** how long ago it began */
    ago: number,
  ) {
    this.now = Date.now() - ago;
  }

  tell(type: string, fields: Event = {}): this {
    const { env = "production", service, id, name, execution } = this.run;
    this.events.push({
      eventId: `${service} ${env} ${id} ${this.events.length + 1}`,
      type,
      timestamp: this.time(),
      env,
      serviceKey: service,
      workflowId: id,
      workflowName: name,
      ...(execution === undefined ? {} : { executionId: execution }),
      ...fields,
    });
    return this;
  }

  wait(ms: number): this {
    this.now += ms;
    return this;
  }

  /** The moment the story has come to, or one that lies `ahead` of it. */
  time(ahead = 0): string {
    return new Date(this.now + ahead).toISOString();
  }

  started(input: unknown = {}): this {
    return this.tell("workflow.started", { input });
  }

  begins(stepName: string, { attempt = 1, ...rest }: Try = {}): this {
    return this.tell("step.started", { stepName, attempt, ...rest });
  }

  ends(stepName: string, durationMs: number, fields: Event = {}): this {
    return this.wait(durationMs).tell("step.completed", { stepName, attempt: 1, durationMs, cached: false, ...fields });
  }

  works(stepName: string, durationMs: number, fields: Event = {}): this {
    return this.begins(stepName).ends(stepName, durationMs, fields);
  }

  /** One attempt that fails; with `retryIn` another one is planned. */
  fails(stepName: string, ms: number, message: string, { retryIn, ...tried }: Try & { retryIn?: number } = {}): this {
    const { attempt = 1 } = tried;
    this.begins(stepName, tried).wait(ms);
    this.tell("step.failed", { stepName, attempt, error: errorOf(message), willRetry: retryIn !== undefined });
    if (retryIn === undefined) return this;
    return this.tell("retry.scheduled", { stepName, attempt, nextAttemptAt: this.time(retryIn), delayMs: retryIn });
  }

  sleeps(durationMs: number): this {
    return this.tell("sleep.started", { durationMs, resumeAt: this.time(durationMs) });
  }

  slept(durationMs: number): this {
    return this.sleeps(durationMs).wait(durationMs).tell("sleep.completed", { durationMs });
  }

  /** A stage begins; `due` is how far ahead of now its due time lies. */
  enters(workflowStage: string, due?: number): this {
    const slaDueTimestamp = due === undefined ? undefined : new Date(Date.now() + due).toISOString();
    return this.tell("stage_started", { workflowStage, ...(slaDueTimestamp === undefined ? {} : { slaDueTimestamp }) });
  }

  leaves(workflowStage: string): this {
    return this.tell("stage_completed", { workflowStage });
  }

  /** A whole pass of a stage that may take as long as `allowed`, and the way to the next. */
  passes(workflowStage: string, ms: number, { allowed = 2 * ms, rest = 5 * MINUTE } = {}): this {
    this.tell("stage_started", { workflowStage, slaDueTimestamp: this.time(allowed) });
    return this.wait(ms).leaves(workflowStage).wait(rest);
  }

  completed(output: unknown = { ok: true }): this {
    return this.tell("workflow.completed", { output });
  }

  failed(message: string, stepName: string, attempt: number): this {
    return this.tell("workflow.failed", { error: { ...errorOf(message), stepName, attempt } });
  }

  /** A whole run with one step that fails in a way of its own: by its code it is told from other failures. */
  breaks(stepName: string, code: string, message: string): this {
    const error = { ...errorOf(message), code };
    this.started().begins(stepName).wait(SECOND);
    this.tell("step.failed", { stepName, attempt: 1, error, willRetry: false });
    return this.tell("workflow.failed", { error: { ...error, stepName, attempt: 1 } });
  }

  cancelled(reason: string): this {
    return this.tell("workflow.cancelled", { reason });
  }

  /** Sends what has not been sent yet. */
  async send(url: string): Promise<void> {
    const fresh = this.events.slice(this.sent);
    this.sent = this.events.length;
    await sendAll(url, fresh);
  }
}

const errorOf = (message: string) => ({
  message,
  stack: `Error: ${message}\n    at charge (payments/card.ts:41:11)\n    at step (engine/steps.ts:118:5)`,
  code: "E_TEST",
});

export interface Accounted {
  received: number;
  accepted: number;
  duplicates: number;
  ignored: number;
  rejected: { code: string }[];
}

export async function post(url: string, events: unknown): Promise<Accounted> {
  const answer = await fetch(`${url}/api/v1/events`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(events),
  });
  if (!answer.ok) throw new Error(`The events were answered with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Accounted;
}

/** All of them have to be taken: a test that sends nonsense by mistake tests nothing. */
export async function sendAll(url: string, events: Event[]): Promise<void> {
  const { accepted, rejected } = await post(url, events);
  if (accepted !== events.length)
    throw new Error(`Of ${events.length} events ${accepted} were taken: ${JSON.stringify(rejected)}`);
}

export const sendStories = (url: string, stories: Story[]): Promise<void> =>
  sendAll(
    url,
    stories.flatMap((story) => story.events),
  );
