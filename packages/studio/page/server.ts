/** A refusal of the server: its code, and what to do. */
export class Refusal extends Error {
  readonly code: string;
  readonly hint: string | null;

  constructor(code: string, hint: string | null) {
    super(code);
    this.code = code;
    this.hint = hint;
  }
}

/** What the server said last to do about a code. */
export const hintByCode = new Map<string, string>();

/** The addresses of the server are below the one of the page, which holds the token. */
const at = (path: string): string => `${location.pathname}api/${path}`;

/** Reads a route. Throws {@link Refusal}. */
export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return read(await fetch(at(path), signal === undefined ? {} : { signal }));
}

/** Sends to a route. Throws {@link Refusal}. */
export async function post<T>(path: string, body: object): Promise<T> {
  return read(await send(path, body));
}

/** Sends to a route that answers with a stream of events, and hands each on. */
export async function follow(
  path: string,
  body: object,
  hear: (event: string, data: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await send(path, body, signal);
  if (!response.ok || response.body === null) return void (await read(response));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = `${rest}${value}`.split('\n\n');
    rest = events.pop() ?? '';
    for (const each of events) {
      const event = /^event: (.*)$/mu.exec(each)?.[1];
      const data = [...each.matchAll(/^data: (.*)$/gmu)].map(([, line]) => line).join('\n');
      if (event !== undefined) hear(event, JSON.parse(data));
    }
  }
}

/** Listens to what happens until the page is closed. */
export function events(): EventSource {
  return new EventSource(at('events'));
}

function send(path: string, body: object, signal?: AbortSignal): Promise<Response> {
  return fetch(at(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
}

async function read<T>(response: Response): Promise<T> {
  const body = (await response.json().catch(() => ({}))) as { code?: string; hint?: string | null };
  if (!response.ok && body.code !== undefined && typeof body.hint === 'string')
    hintByCode.set(body.code, body.hint);
  if (!response.ok) throw new Refusal(body.code ?? 'UNREACHABLE', body.hint ?? null);
  return body as T;
}
