import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import { pathOfResource, readResource, toNoteUri } from './resources.ts';

/** What the monitor tells. */
export interface MonitorEvents {
  /** Notes came into the list, or left it. */
  readonly listChanged: () => void;
  /** What a resource holds is another text now. `isSubscribed` where a client asked for this address by name. */
  readonly updated: (uri: string, isSubscribed: boolean) => void;
}

/** Sees what other processes and people change, and tells those who asked. */
export interface ResourceMonitor {
  /** Begins to look; until somebody asks, nothing is looked at. Resolves when what there is now is known. */
  readonly start: () => Promise<void>;
  /** Watches one resource. Throws `RESOURCE_NOT_FOUND` and `TOO_MANY_SUBSCRIPTIONS`. */
  readonly subscribe: (uri: string) => Promise<void>;
  /** Ends what one `subscribe` began. */
  readonly unsubscribe: (uri: string) => void;
  /** Looks at once, where it looks at all. */
  readonly look: () => void;
  readonly stop: () => void;
}

interface Subscription {
  count: number;
  path: string | null;
  /** Size and time of the note, so that a look costs no reading where nothing changed. */
  stamp: string;
  digest: string;
}

/** How often it looks: at the revision of the index, and at size and time of each subscribed note. */
const LOOK_MS = 500;
const MAX_SUBSCRIPTIONS = 1_000;

/**
 * Makes a monitor over a memory. It compares instead of listening: a look finds each change whatever made it, `memora watch`,
 * another server or an editor, and tells it once. The list is that of indexed notes; a subscribed note is looked at itself.
 */
export function createResourceMonitor(
  memory: () => Promise<Memory>,
  events: MonitorEvents,
  lookMs = LOOK_MS,
): ResourceMonitor {
  const subscriptions = new Map<string, Subscription>();
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let revision: string | null = null;
  let hashByNote: ReadonlyMap<string, string> | null = null;

  // One look at a time; a vault that can't be read now is looked at again.
  let looking: Promise<void> = Promise.resolve();
  const lookInTurn = () => {
    looking = looking.then(compare).catch(() => undefined);
    return looking;
  };
  let isStarted = false;
  let started: Promise<void> | null = null;
  const schedule = () => {
    if (timer !== null || stopped) return;
    timer = setTimeout(() => {
      timer = null;
      lookInTurn().then(schedule);
    }, lookMs).unref();
  };

  async function compare(): Promise<void> {
    const opened = await memory();
    const now = await opened.revision();
    const indexChanged = now !== revision;
    revision = now;
    if (indexChanged && now !== null) await compareNotes(opened);
    for (const [uri, subscription] of subscriptions)
      await compareResource(opened, uri, subscription, indexChanged);
  }

  async function compareNotes(opened: Memory): Promise<void> {
    const before = hashByNote;
    const after = new Map<string, string>();
    for (const { noteId, contentHash, band } of await opened.claims.notes())
      if (band !== 'secret') after.set(noteId, contentHash);
    hashByNote = after;
    // The first look only learns what there is.
    if (before === null) return;
    const came = [...after.keys()].some((id) => !before.has(id));
    const left = [...before.keys()].some((id) => !after.has(id));
    if (came || left) events.listChanged();
    for (const [id, hash] of after) {
      const known = before.get(id);
      if (known !== undefined && known !== hash) events.updated(toNoteUri(id), false);
    }
  }

  async function compareResource(
    opened: Memory,
    uri: string,
    subscription: Subscription,
    indexChanged: boolean,
  ): Promise<void> {
    const { stamp, digest } = subscription;
    if (indexChanged) subscription.path = await pathOfResource(opened, uri);
    subscription.stamp = await stampOf(opened, subscription.path);
    if (!indexChanged && subscription.stamp === stamp) return;
    subscription.digest = await digestOf(opened, uri);
    if (subscription.digest !== digest) events.updated(uri, true);
  }

  return {
    start: () => {
      if (stopped) return Promise.resolve();
      isStarted = true;
      started ??= lookInTurn().finally(schedule);
      return started;
    },
    subscribe: async (uri) => {
      const known = subscriptions.get(uri);
      if (known !== undefined) {
        known.count++;
        return;
      }
      if (subscriptions.size >= MAX_SUBSCRIPTIONS) {
        throw new MemoraError(`more than ${MAX_SUBSCRIPTIONS} resources are subscribed to`, {
          code: 'TOO_MANY_SUBSCRIPTIONS',
          hint: 'Unsubscribe from some first.',
        });
      }
      const opened = await memory();
      const path = await pathOfResource(opened, uri);
      const stamp = await stampOf(opened, path);
      const digest = await digestOf(opened, uri);
      if (digest === GONE) {
        throw new MemoraError('there is no such resource', { code: 'RESOURCE_NOT_FOUND' });
      }
      // Another subscription to it may have been made meanwhile.
      const count = (subscriptions.get(uri)?.count ?? 0) + 1;
      subscriptions.set(uri, { count, path, stamp, digest });
      isStarted = true;
      schedule();
    },
    unsubscribe: (uri) => {
      const known = subscriptions.get(uri);
      if (known !== undefined && --known.count === 0) subscriptions.delete(uri);
    },
    look: () => {
      if (isStarted && !stopped) lookInTurn();
    },
    stop: () => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

const GONE = 'gone';
/** Clocks of file systems may be as coarse as this. */
const TICK_MS = 2_000;

/** Of what a client would read: a change in secret words alone is no change. */
async function digestOf(memory: Memory, uri: string): Promise<string> {
  const resource = await readResource(memory, uri).catch(() => null);
  return resource === null ? GONE : createHash('sha256').update(resource.text).digest('hex');
}

async function stampOf(memory: Memory, path: string | null): Promise<string> {
  if (path === null) return GONE;
  return stat(join(memory.vault, path)).then(
    // A second write in the tick of the first leaves size and time alone: the next look reads again.
    ({ size, mtimeMs }) => `${size} ${mtimeMs}${Date.now() - mtimeMs < TICK_MS ? ' fresh' : ''}`,
    () => GONE,
  );
}
