import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import { ServerError } from '../protocol/server-error.ts';
import { pathOfResource, readResource } from '../resources.ts';

/** The events of the monitor. */
interface MonitorEvents {
  /** Notes were added to the list, or removed from it. */
  readonly listChanged: () => void;
  /** The text of a subscribed resource changed. */
  readonly updated: (uri: string) => void;
}

/** Notices changes by other processes and people, and reports them to subscribers. */
interface ResourceMonitor {
  /** Starts to look; nothing is read before. Resolves once the current state is known: later changes are reported. */
  readonly start: () => Promise<void>;
  /** Watches one resource; a missing one only with `mayBeAbsent`. Throws `RESOURCE_NOT_FOUND`, `TOO_MANY_SUBSCRIPTIONS`. */
  readonly subscribe: (uri: string, mayBeAbsent?: boolean) => Promise<void>;
  /** Ends one `subscribe`. */
  readonly unsubscribe: (uri: string) => void;
  /** Looks now, if it has been started. */
  readonly look: () => void;
  readonly stop: () => void;
}

interface Subscription {
  count: number;
  path: string | null;
  /** Size and time of the note, so that a check reads nothing if nothing changed. */
  stamp: string;
  digest: string;
  /** True if a change was seen that may be incomplete. */
  isUnsettled: boolean;
}

/** How often it looks: at the revision of the index, and at size and time of each subscribed note. */
const LOOK_MS = 500;
const MAX_SUBSCRIPTIONS = 1_000;

/**
 * Creates a monitor for a memory. It compares instead of listening: a check finds every change, by `memora watch`,
 * another server or an editor, and reports it once. The list is that of indexed notes; a subscribed note itself is read.
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
  let listed: ReadonlySet<string> | null = null;

  // One check at a time. A vault that can't be read now is tried again at the next check.
  let looking: Promise<void> = Promise.resolve();
  const lookInTurn = () => {
    const look = looking.then(compare);
    looking = look.catch(() => undefined);
    return look;
  };
  let isStarted = false;
  let started: Promise<void> | null = null;
  const schedule = () => {
    if (timer !== null || stopped) return;
    timer = setTimeout(() => {
      timer = null;
      lookInTurn()
        .catch(() => undefined)
        .finally(schedule);
    }, lookMs).unref();
  };

  async function compare(): Promise<void> {
    const opened = await memory();
    const now = await opened.revision();
    const indexChanged = now !== revision;
    if (indexChanged || listed === null) await compareNotes(opened, now !== null);
    let isWhole = true;
    for (const [uri, subscription] of subscriptions) {
      await compareResource(opened, uri, subscription, indexChanged).catch(() => {
        isWhole = false;
      });
    }
    // Set only after everything was compared, so that the next check reports the changes that a failed one did not.
    if (isWhole) revision = now;
  }

  async function compareNotes(opened: Memory, isIndexed: boolean): Promise<void> {
    const before = listed;
    const after = new Set<string>();
    for (const { noteId, band } of isIndexed ? await opened.claims.notes() : [])
      if (band !== 'secret') after.add(noteId);
    listed = after;
    // The first check only records the current state.
    if (before === null) return;
    if (after.size !== before.size || [...after].some((id) => !before.has(id))) events.listChanged();
  }

  async function compareResource(
    opened: Memory,
    uri: string,
    subscription: Subscription,
    indexChanged: boolean,
  ): Promise<void> {
    if (indexChanged) subscription.path = await pathIn(opened, uri);
    const stamp = await stampOf(opened, subscription.path);
    if (!indexChanged && !subscription.isUnsettled && subscription.stamp === stamp.text) return;
    // Editors empty a file and then fill it, so a very recent change is reported by the next check, when it is complete.
    if (stamp.isJustWritten && !subscription.isUnsettled) {
      subscription.isUnsettled = true;
      return;
    }
    const digest = await digestOf(opened, uri);
    // The subscriber may have left while the note was read.
    if (digest !== subscription.digest && subscriptions.get(uri) === subscription) events.updated(uri);
    Object.assign(subscription, { stamp: stamp.text, digest, isUnsettled: false });
  }

  return {
    start: () => {
      if (stopped) return Promise.resolve();
      isStarted = true;
      started ??= lookInTurn()
        .catch((error: unknown) => {
          // No known state is left to compare with; the next subscriber starts again.
          started = null;
          throw error;
        })
        .finally(schedule);
      return started;
    },
    subscribe: async (uri, mayBeAbsent = false) => {
      const known = subscriptions.get(uri);
      if (known !== undefined) {
        known.count++;
        return;
      }
      if (subscriptions.size >= MAX_SUBSCRIPTIONS) {
        throw new ServerError(`more than ${MAX_SUBSCRIPTIONS} resources are subscribed to`, {
          code: 'TOO_MANY_SUBSCRIPTIONS',
          hint: 'Unsubscribe from some first.',
        });
      }
      const opened = await memory();
      const path = await pathIn(opened, uri);
      const stamp = await stampOf(opened, path);
      const digest = await digestOf(opened, uri);
      if (digest === GONE && !mayBeAbsent) {
        throw new ServerError('there is no such resource', { code: 'RESOURCE_NOT_FOUND' });
      }
      // Somebody else may have subscribed to it meanwhile.
      const count = (subscriptions.get(uri)?.count ?? 0) + 1;
      subscriptions.set(uri, { count, path, stamp: stamp.text, digest, isUnsettled: false });
      isStarted = true;
      schedule();
    },
    unsubscribe: (uri) => {
      const known = subscriptions.get(uri);
      if (known !== undefined && --known.count === 0) subscriptions.delete(uri);
    },
    look: () => {
      if (isStarted && !stopped) lookInTurn().catch(() => undefined);
    },
    stop: () => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

const GONE = 'gone';
/** The resolution of the coarsest file system clock. */
const TICK_MS = 2_000;
/** Within this time after a change, the writer may still be writing. */
const SETTLE_MS = 100;

/** A digest of what a client would read: a change of only secret words is not a change. */
async function digestOf(memory: Memory, uri: string): Promise<string> {
  const resource = await readResource(memory, uri).catch(nullWhereNothingIsIndexed);
  if (resource === null) return GONE;
  // Loaded with the first subscription: without it, a server starts twice as fast.
  const { createHash } = await import('node:crypto');
  return createHash('sha256').update(resource.text).digest('hex');
}

const pathIn = (memory: Memory, uri: string) => pathOfResource(memory, uri).catch(nullWhereNothingIsIndexed);

function nullWhereNothingIsIndexed(error: unknown): null {
  if (MemoraError.isInstance(error) && NO_INDEX.has(error.code)) return null;
  throw error;
}

async function stampOf(
  memory: Memory,
  path: string | null,
): Promise<{ readonly text: string; readonly isJustWritten: boolean }> {
  const file = path === null ? null : statOrNull(join(memory.vault, path));
  if (file === null) return { text: GONE, isJustWritten: false };
  const age = Math.abs(Date.now() - file.mtimeMs);
  // A second write in the same tick leaves size and time unchanged, so the next check reads again.
  const text = `${file.size} ${file.mtimeMs}${age < TICK_MS ? ' fresh' : ''}`;
  return { text, isJustWritten: age < SETTLE_MS };
}

function statOrNull(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** There is no database yet, or another installation wrote it. */
const NO_INDEX: ReadonlySet<string> = new Set(['NOT_INDEXED', 'DATABASE_UNKNOWN']);
