import { hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Claim } from '@memora/claims';
import { comparedWords, hasSecret, readLedger } from '@memora/claims/internal';
import type { TidyMemories } from '@memora/engine/team';
import { parseNote } from '@memora/vault';
import { isMemoryPath } from '@memora/vault/internal';
import { endOf, endsAt } from '../../consolidate/find-ended.ts';
import type { MemoryNote } from '../../note/memory-note.ts';
import { readMemory } from '../../note/read-memory.ts';

type Scope = Parameters<TidyMemories>[0];
type Retired = Parameters<Scope['memories']['retire']>[0][number];

/** The data of a memory that is kept while others are read. It contains no text of the memory. */
interface SeenMemory {
  readonly row: Retired['memory'];
  readonly end: 'ended' | 'unconfirmed' | null;
  readonly isReplacing: boolean;
  /**
   * A digest of everything that two memories must have in common for one of them to be removed; null if this
   * one can't be removed.
   */
  readonly said: string | null;
  /** A digest of its band and words; null for a secret memory, because a list of equal texts would confirm a guess. */
  readonly words: string | null;
}

/** Maximum number of memories that one run removes. The next run continues. */
const MOST_RETIRED = 2_000;
/** The memories of one transaction. A push of one of them waits for its end. */
const AT_ONCE = 50;
/** Maximum number of pairs of duplicates that are listed. All are counted. */
const MOST_LISTED = 20;
/** After this many memories, the thread renews its lease and checks whether it must end. */
const BETWEEN_TURNS = 16;

/**
 * Removes memories of a scope's agents: those that have ended, and exact copies of an older memory of the
 * same principal with the same metadata. The older one stays unchanged. Other memories with the same words
 * all stay, and are listed. Authors and times come from the server's records, whatever a note says.
 */
export const tidyTeamMemories: TidyMemories = async (scope) => {
  const next = createPauses(scope);
  const { seen, unread, nextEnd } = await readMemories(scope, next);
  const claims = await openClaims(scope);
  const { gone, retire, finish } = openRetiring(scope);
  let waiting = 0;
  for (const { row, end, isReplacing } of seen) {
    // The memory that it replaced would become current again.
    if (end === null || isReplacing) continue;
    await next();
    if (gone.size >= MOST_RETIRED) waiting++;
    else {
      const own = await claims.of(row);
      if (!claims.isDecided(own) && !(await claims.replaces(own)))
        await retire({ memory: row, code: end, kept: null });
    }
  }
  const standing = seen.filter(({ end }) => end === null);
  for (const same of groupBy(standing, ({ said }) => said))
    for await (const copy of findCopies(same, claims, next))
      if (gone.size >= MOST_RETIRED) {
        // The next run counts the rest.
        waiting++;
        break;
      } else await retire({ ...copy, code: 'merged' });
  await finish();
  const left = standing.filter(({ row }) => !gone.has(row.path));
  const duplicates = groupBy(left, ({ words }) => words).flatMap(([first, ...others]) =>
    others.map(({ row }) => [(first as SeenMemory).row.id, row.id]),
  );
  return {
    pages: [],
    counts: {
      duplicates: duplicates.length,
      ...(waiting > 0 ? { waiting } : {}),
      ...(unread > 0 ? { unread } : {}),
    },
    duplicates: duplicates.slice(0, MOST_LISTED),
    // Another worker may have the key of the memories that this one could not read, so the next run checks
    // again.
    nextEnd: unread > 0 ? 0 : nextEnd,
  };
};

/** Yields to other work of the thread from time to time. */
function createPauses({ signal }: Scope): () => Promise<void> {
  let done = 0;
  return async () => {
    if (done++ % BETWEEN_TURNS > 0) return;
    signal?.throwIfAborted();
    await turn();
  };
}

/** Removes memories as they are found, so that an interrupted run has removed some. */
function openRetiring({ memories }: Scope) {
  const gone = new Set<string>();
  let some: Retired[] = [];
  const finish = async () => {
    const batch = some;
    some = [];
    if (batch.length > 0) await memories.retire(batch);
  };
  const retire = async (each: Retired) => {
    gone.add(each.memory.path);
    some.push(each);
    if (some.length >= AT_ONCE) await finish();
  };
  return { gone, retire, finish };
}

/**
 * Reads the notes that are memories. Others, and those that the worker does not have or can't read, are
 * skipped.
 */
async function readMemories({ memories, now }: Scope, next: () => Promise<void>) {
  const seen: SeenMemory[] = [];
  let unread = 0;
  let nextEnd: number | null = null;
  for (const row of await memories.list()) {
    await next();
    const { id, path, at } = row;
    if (!isMemoryPath(path)) continue;
    try {
      const bytes = row.read();
      if (bytes === null) {
        unread++;
        continue;
      }
      const parsed = parseNote(bytes, { path });
      const note = readMemory(parsed, bytes);
      if (note?.id !== id) continue;
      const end = endOf({ note: { ...note, created: at } }, now);
      const ends = end === null ? endsAt({ ...note, created: at }) : null;
      if (ends !== null) nextEnd = Math.min(ends, nextEnd ?? ends);
      const isReplacing = note.supersedes !== null;
      const isPlain = note.held === null && !isReplacing;
      const body = new TextDecoder('utf-8', { fatal: true }).decode(
        bytes.subarray(parsed.body.start, parsed.body.end),
      );
      const isSecret = note.privacy === 'secret' || hasSecret({ note: parsed, bytes });
      seen.push({
        ...{ row, end, isReplacing },
        said: isPlain ? digest([row.author, body.normalize('NFC').trim(), metadataOf(note)]) : null,
        words: isPlain && !isSecret ? digest([note.privacy, comparedWords(note.content)]) : null,
      });
    } catch {
      // One faulty note must not stop the work on the others.
    }
  }
  return { seen, unread, nextEnd };
}

/** The metadata of a note, except its statement, speaker and time. */
function metadataOf({ id, created, agent, session, content, ...rest }: MemoryNote): unknown {
  return Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
}

function digest(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64');
}

/** Groups of at least two memories with the same key, in the order of the list. */
function groupBy(
  seen: readonly SeenMemory[],
  keyOf: (memory: SeenMemory) => string | null,
): readonly SeenMemory[][] {
  const keyed = seen.filter((memory) => keyOf(memory) !== null);
  return [...Map.groupBy(keyed, keyOf).values()].filter((some) => some.length > 1);
}

/**
 * The copies of the oldest memory with the same trust, among memories that say the same. None of them is
 * disputed, replaced or decided about.
 */
async function* findCopies(
  same: readonly SeenMemory[],
  claims: Awaited<ReturnType<typeof openClaims>>,
  next: () => Promise<void>,
): AsyncGenerator<Pick<Retired, 'memory' | 'kept'>> {
  const oldest = new Map<number, Retired['memory']>();
  for (const { row: memory } of same) {
    await next();
    const own = await claims.of(memory);
    const isPlain = own.length > 0 && own.every(({ status }) => status === 'current');
    if (!isPlain || claims.isDecided(own) || (await claims.isInvolved(own))) continue;
    const trust = Math.min(...own.map((claim) => claim.trust));
    const kept = oldest.get(trust);
    if (kept === undefined) oldest.set(trust, memory);
    else yield { memory, kept };
  }
}

/** Reads the claims of memories, their relations, and whether a person has decided about them in the ledger of the scope. */
async function openClaims({ root, store }: Scope) {
  const entries = await store.resolveLedger((await readLedger(root)).entries);
  const decided = new Set<string>(entries.flatMap(({ claimIds }) => claimIds));
  const edgesOf = async (claims: readonly Claim[]) => {
    if (claims.length === 0) return [];
    const ids = claims.map(({ id }) => id);
    const edges = await store.edges({ ids, types: ['contradicts', 'supersedes'] });
    return edges.filter(({ recordedUntil }) => recordedUntil === null);
  };
  return {
    of: async ({ path }: Retired['memory']): Promise<readonly Claim[]> =>
      (await store.listClaims({ notePath: path })).claims,
    isDecided: (claims: readonly Claim[]): boolean => claims.some(({ id }) => decided.has(id)),
    isInvolved: async (claims: readonly Claim[]): Promise<boolean> => (await edgesOf(claims)).length > 0,
    replaces: async (claims: readonly Claim[]): Promise<boolean> => {
      const own = new Set<string>(claims.map(({ id }) => id));
      return (await edgesOf(claims)).some(({ type, from }) => type === 'supersedes' && own.has(from));
    },
  };
}
