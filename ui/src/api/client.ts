/** One request to the server. Whatever goes wrong becomes a {@link Problem}: one sentence for people, one code for programs. */

export type Params = Record<string, string | number | readonly string[] | null | undefined>;

export class Problem extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = "Problem";
  }
}

export function queryString(params: Params): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === null || value === undefined || value === "") continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

export function get<T>(path: string, params: Params = {}, signal?: AbortSignal): Promise<T> {
  return request<T>(`${path}${queryString(params)}`, { signal: signal ?? null });
}

export const post = <T>(path: string, body?: unknown): Promise<T> => request<T>(path, sending("POST", body));
export const patch = <T>(path: string, body: unknown): Promise<T> => request<T>(path, sending("PATCH", body));
export const put = <T>(path: string, body: unknown): Promise<T> => request<T>(path, sending("PUT", body));
export async function remove(path: string): Promise<void> {
  await answer(path, { method: "DELETE" });
}

const sending = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { "Content-Type": "application/json" },
  body: body === undefined ? null : JSON.stringify(body),
});

async function request<T>(path: string, init: RequestInit): Promise<T> {
  return (await (await answer(path, init)).json()) as T;
}

/** For those who also need what the headers say. */
export async function answer(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/v1/${path}`, init);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new Problem("unreachable", 0, "The server cannot be reached.");
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

async function problemOf(response: Response): Promise<Problem> {
  const fallback = `The server answered ${response.status}.`;
  try {
    const body = (await response.json()) as { code?: string; detail?: string };
    return new Problem(body.code ?? `http_${response.status}`, response.status, body.detail ?? fallback);
  } catch {
    return new Problem(`http_${response.status}`, response.status, fallback);
  }
}
