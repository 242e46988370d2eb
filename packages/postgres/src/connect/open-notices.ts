import pg from 'pg';
import { clientConfig } from './client-config.ts';
import type { TeamAddress } from './read-address.ts';

/** The kind of a notice: a note of a scope was written, or the scope was published. */
export type NoticeKind = 'note' | 'epoch';

/** A subscription to notices. */
export interface Hearing {
  /** Resolves with the next notice, with one since the last call, or after `most` milliseconds; at once if the signal aborts. */
  readonly next: (most: number, signal?: AbortSignal) => Promise<void>;
  readonly end: () => void;
}

/**
 * Notices replace polling every few milliseconds. They contain only a scope's number. Delivery is not guaranteed: readers also check the database
 * whenever they may have missed a notice.
 */
export interface Notices {
  /** Subscribes to notices of a kind, for one scope or for all. */
  readonly hear: (kind: NoticeKind, scope?: number) => Hearing;
  /** Notifies subscribers in this process. The database may send the same notice again. */
  readonly tell: (kind: NoticeKind, scope: number) => void;
  readonly close: () => Promise<void>;
}

/** The database channels. The payload of each begins with a scope's number. */
const CHANNELS: Readonly<Record<string, NoticeKind>> = { memora_note: 'note', memora_epoch: 'epoch' };
/** Milliseconds before a lost or failed connection is retried: at first, and at most. */
const [AGAIN_FIRST, AGAIN_MOST] = [500, 30_000];

interface Waiting {
  readonly kind: NoticeKind;
  readonly scope: number | undefined;
  readonly wake: () => void;
}

/** Opens a listening connection and reopens it if it is lost. Without an address, only notices of this process arrive. */
export function openNotices(address: TeamAddress | null): Notices {
  const all = new Set<Waiting>();
  const tell = (kind: NoticeKind, scope: number) => {
    for (const waiting of all)
      if (waiting.kind === kind && (waiting.scope === undefined || waiting.scope === scope)) waiting.wake();
  };
  const wakeAll = () => {
    for (const { wake } of all) wake();
  };
  const stop = address === null ? null : listen(address, tell, wakeAll);
  return {
    tell,
    hear: (kind, scope) => {
      let isDue = false;
      let wake = () => {
        isDue = true;
      };
      const waiting: Waiting = { kind, scope, wake: () => wake() };
      all.add(waiting);
      return {
        next: (most, signal) =>
          new Promise((resolve) => {
            const end = () => {
              clearTimeout(timer);
              signal?.removeEventListener('abort', end);
              isDue = false;
              wake = () => {
                isDue = true;
              };
              resolve();
            };
            const timer = setTimeout(end, most);
            if (isDue || signal?.aborted === true) return end();
            wake = end;
            signal?.addEventListener('abort', end, { once: true });
          }),
        end: () => all.delete(waiting),
      };
    },
    close: async () => stop?.(),
  };
}

/** Listens until stopped. Calls `listens` whenever listening (re)starts, because notices may have been missed. */
function listen(
  address: TeamAddress,
  tell: (kind: NoticeKind, scope: number) => void,
  listens: () => void,
): () => Promise<void> {
  let isOver = false;
  let pause = AGAIN_FIRST;
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client | null = null;
  const again = (lost: pg.Client) => {
    if (isOver || client !== lost) return;
    client = null;
    lost.end().catch(() => undefined);
    timer = setTimeout(connect, pause).unref();
    pause = Math.min(pause * 2, AGAIN_MOST);
  };
  const connect = () => {
    const own = new pg.Client({ ...clientConfig(address), keepAlive: true });
    client = own;
    own.on('error', () => again(own));
    own.on('end', () => again(own));
    own.on('notification', ({ channel, payload = '' }) => {
      const kind = CHANNELS[channel];
      if (kind !== undefined) tell(kind, Number(payload.split(' ')[0]));
    });
    own
      .connect()
      .then(() =>
        own.query(
          Object.keys(CHANNELS)
            .map((name) => `LISTEN ${name}`)
            .join('; '),
        ),
      )
      .then(
        () => {
          pause = AGAIN_FIRST;
          listens();
        },
        () => again(own),
      );
  };
  connect();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
