import type { CallReply, Egress } from '@memora/privacy';
import { bridgeError } from '../../bridge-error.ts';
import { readRemoteItems } from '../read-remote-items.ts';
import { MOST_FOUND, MOST_LISTED, type RemoteItem, type RemoteMemory } from '../remote-memory.ts';
import { statusError } from '../status-error.ts';

const MOST_BYTES = 10 * 1024 * 1024;
const LOOKED_AT = 20;

/** The address of a mem0 service, and the user whose memories are meant. */
interface Mem0Place {
  readonly name: string;
  readonly url: string;
  readonly token: string | null;
  readonly user: string;
  readonly timeoutMs: number;
}

/** The memory of mem0 over its REST API: a self-hosted server (`/memories`, `/search`), or the hosted service (`/v1`, `/v2`). */
export function createMem0Rest(
  { name, url, token, user, timeoutMs }: Mem0Place,
  egress: Egress,
): RemoteMemory {
  const base = url.replace(/\/+$/u, '');
  const isHosted = /^https?:\/\/api\.mem0\.ai(?::\d+)?$/u.test(base);
  const paths = isHosted
    ? {
        add: '/v1/memories/',
        list: '/v1/memories/',
        one: (id: string) => `/v1/memories/${id}/`,
        search: '/v2/memories/search/',
      }
    : { add: '/memories', list: '/memories', one: (id: string) => `/memories/${id}`, search: '/search' };
  const send = egress.call('mcp');
  const call = async (method: string, path: string, body: unknown, signal: AbortSignal): Promise<unknown> => {
    const own = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const reply = await send(`${base}${path}`, {
        method,
        signal: own,
        mostBytes: MOST_BYTES,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === null ? {} : { authorization: isHosted ? `Token ${token}` : `Bearer ${token}` }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      if (reply.status >= 200 && reply.status < 300) return await readReply(reply, own);
      reply.drop();
      throw statusError(name, reply.status, reply.headers.get('retry-after'));
    } catch (error) {
      if (own.aborted && !signal.aborted)
        throw bridgeError('BRIDGE_TIMEOUT', `${name} did not answer in time.`, 'Memora tries it again.');
      throw error;
    }
  };
  const listAll = async (signal: AbortSignal): Promise<RemoteItem[]> =>
    readRemoteItems(
      [await call('GET', `${paths.list}?user_id=${encodeURIComponent(user)}`, undefined, signal)],
      MOST_LISTED,
    );
  const searchFor = async (query: string, limit: number, signal: AbortSignal): Promise<RemoteItem[]> => {
    const whose = isHosted ? { filters: { user_id: user } } : { user_id: user };
    const given = await call('POST', paths.search, { query, limit, top_k: limit, ...whose }, signal);
    return readRemoteItems([given], MOST_FOUND).slice(0, limit);
  };
  return {
    provider: 'mem0-rest',
    isIdempotent: false,
    atOnce: 8,
    search: searchFor,
    save: async ({ key, text, kind }, signal) => {
      const given = {
        messages: [{ role: 'user', content: text }],
        user_id: user,
        infer: false,
        metadata: { memora: key, kind },
      };
      const [item] = readRemoteItems([await call('POST', paths.add, given, signal)], 1);
      return item !== undefined && item.text === text ? item.id : null;
    },
    find: async ({ key, text }, signal) => {
      const held = (items: readonly RemoteItem[]) => items.find((item) => item.key === key) ?? null;
      const found = text === null ? null : held(await searchFor(text, LOOKED_AT, signal));
      return found ?? held(await listAll(signal));
    },
    remove: async (id, signal) => {
      await call('DELETE', paths.one(encodeURIComponent(id)), undefined, signal);
    },
    list: listAll,
    close: async () => undefined,
  };
}

/** The write succeeded even if its reply can't be read; null if it can't. */
async function readReply(reply: CallReply, signal: AbortSignal): Promise<unknown> {
  try {
    return JSON.parse(await reply.text()) as unknown;
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}
