/** The envelopes of one live-video session, told in the order in which they happened. */
export interface Stream {
  service: string;
  env?: string;
  gateway: string;
  stream: string;
  request: string;
  pipeline?: string;
}

export interface Orchestrator {
  address: string;
  key: string;
  url: string;
}

export class SessionStory {
  private readonly envelopes: Record<string, unknown>[] = [];
  private sent = 0;
  private now: number;

  constructor(
    readonly of: Stream,
    /** how long ago it began */
    ago: number,
  ) {
    this.now = Date.now() - ago;
  }

  wait(ms: number): this {
    this.now += ms;
    return this;
  }

  private tell(family: string, data: Record<string, unknown>, by?: Orchestrator): this {
    const { service, gateway, stream, request, pipeline = "diffusion-v2v" } = this.of;
    this.envelopes.push({
      id: `${service} ${stream} ${request} ${this.envelopes.length}`,
      type: family,
      timestamp: String(this.now),
      gateway,
      data: {
        stream_id: stream,
        request_id: request,
        pipeline,
        timestamp: this.now,
        ...(by === undefined ? {} : { orchestrator_info: { address: by.key, url: by.url } }),
        ...data,
      },
    });
    return this;
  }

  trace(type: string, by?: Orchestrator): this {
    return this.tell("stream_trace", { type }, by);
  }

  requested(): this {
    return this.trace("gateway_receive_stream_request");
  }

  /** From the request to playable in 5 s, of which the runner needs 1 s. */
  plays(by: Orchestrator): this {
    return this.requested()
      .wait(1_000)
      .trace("gateway_send_first_ingest_segment", by)
      .wait(1_000)
      .trace("runner_send_first_processed_segment", by)
      .wait(500)
      .trace("gateway_receive_first_processed_segment", by)
      .wait(2_500)
      .trace("gateway_receive_few_processed_segments", by);
  }

  status(fps: number, by: Orchestrator, state = "ONLINE"): this {
    return this.tell("ai_stream_status", { type: "status", state, inference_status: { fps } }, by);
  }

  /** So many samples, 10 s apart. */
  runs(samples: number, fps: number, by: Orchestrator): this {
    for (let i = 0; i < samples; i++) this.wait(10_000).status(fps, by);
    return this;
  }

  update(): this {
    return this.tell("ai_stream_events", { type: "params_update", params: { prompt: "oil painting" } });
  }

  error(message: string): this {
    return this.tell("ai_stream_events", { type: "error", message });
  }

  closed(): this {
    return this.trace("gateway_ingest_stream_closed");
  }

  /** Sends what has not been sent yet. */
  async send(url: string): Promise<void> {
    const fresh = this.envelopes.slice(this.sent);
    this.sent = this.envelopes.length;
    await sendEnvelopes(url, fresh, this.of);
  }
}

/** What orchestrators say that they have: one GPU each. */
export async function sendSnapshot(
  url: string,
  service: string,
  ago: number,
  who: readonly Orchestrator[],
): Promise<void> {
  const entries = who.map(({ address, key, url: uri }, i) => ({
    address,
    local_address: key,
    orch_uri: uri,
    hardware: [
      { pipeline: "live", model_id: "diffusion-v2v", gpu_info: { 0: { id: `GPU-${service}-${i}`, name: "L40S" } } },
    ],
  }));
  const envelope = {
    id: `${service} snapshot`,
    type: "network_capabilities",
    timestamp: Date.now() - ago,
    data: entries,
  };
  await sendEnvelopes(url, [envelope], { service });
}

async function sendEnvelopes(url: string, envelopes: unknown[], { env = "production", service }: Partial<Stream>) {
  const question = `env=${env}&service=${encodeURIComponent(service ?? "")}`;
  const answer = await fetch(`${url}/api/v1/network-events?${question}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(envelopes),
  });
  const said = await answer.text();
  if (!answer.ok) throw new Error(`The envelopes were answered with ${answer.status}: ${said}`);
  const { rejected } = JSON.parse(said) as { rejected: unknown[] };
  if (rejected.length > 0) throw new Error(`Envelopes were rejected: ${said}`);
}
