import type { ReadRoutes, StreamedRoutes, WrittenRoutes } from '../src/api/page-routes.ts';

/** An error from the server: its code, and what to do. */
export class Refusal extends Error {
  readonly code: string;
  readonly hint: string | null;

  constructor(code: string, hint: string | null) {
    super(code);
    this.code = code;
    this.hint = hint;
  }
}

/** The server's latest hint for each code. */
export const hintByCode = new Map<string, string>();

/** The server's addresses are below the page's own, which holds the token. */
const at = (path: string): string => `${location.pathname}api/${path}`;

/** Returns the address of a route, and the arguments that are not part of it. */
function addressOf(route: string, takes: object): [address: string, rest: Record<string, unknown>] {
  const rest: Record<string, unknown> = {};
  let address = route;
  for (const [name, value] of Object.entries(takes))
    if (route.includes(`{${name}}`))
      address = address.replace(`{${name}}`, encodeURIComponent(String(value)));
    else rest[name] = value;
  return [address, rest];
}

/** Reads a route. Throws {@link Refusal}. */
export async function get<At extends keyof ReadRoutes>(
  route: At,
  takes: ReadRoutes[At]['takes'],
  signal?: AbortSignal,
): Promise<ReadRoutes[At]['gives']> {
  const [address, rest] = addressOf(route, takes);
  const given = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const query = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return read(await fetch(at(`${address}${query}`), signal === undefined ? {} : { signal }));
}

/** Posts to a route. Throws {@link Refusal}. */
export async function post<At extends keyof WrittenRoutes>(
  route: At,
  takes: WrittenRoutes[At]['takes'],
): Promise<WrittenRoutes[At]['gives']> {
  return read(await send(...addressOf(route, takes)));
}

/** Posts to a route that answers with a stream of events, and passes each event on. */
export async function follow<At extends keyof StreamedRoutes>(
  path: At,
  body: StreamedRoutes[At]['takes'],
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

/** Opens the event stream of the page. */
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
