import { setImmediate as turn } from 'node:timers/promises';
import { comparedWords, readLedger } from '@memora/claims/internal';
import type { TidyMemories } from '@memora/engine/team';
import { parseNote } from '@memora/vault';
import { isMemoryPath } from '@memora/vault/internal';
import { endOf, endsAt } from '../../consolidate/find-ended.ts';
import { findSame } from '../../consolidate/find-same.ts';
import type { StandingMemory } from '../../consolidate/standing-memory.ts';
import { readMemory } from '../../note/read-memory.ts';

type Scope = Parameters<TidyMemories>[0];
type Outcome = Awaited<ReturnType<TidyMemories>>;
type Retired = NonNullable<Outcome['retired']>[number];

/** A memory as the database and its note describe it. */
interface TeamMemoryRow extends StandingMemory {
  readonly row: Scope['memories'][number];
}

/** The most memories that one run takes out. The next run goes on. */
const MOST_RETIRED = 2_000;
/** The most pairs of duplicates that are listed. All are counted. */
const MOST_LISTED = 20;
/** After this many memories, the thread renews its lease and hears that it is to end. */
const BETWEEN_TURNS = 64;

/**
 * Decides which memories of a scope's agents are taken out, by the rules of a memory on disk: those that are over, and those that say in the same words what an
 * older memory of the same principal says. The older one stays as it is. Memories of two principals that say the same both stay, and are listed. Authors and
 * times are those of the server's records, whatever a note says.
 */
export const tidyTeamMemories: TidyMemories = async (scope) => {
  const all = await readMemories(scope);
  const claims = openClaims(scope);
  const isTouched = await openDecisions(scope);
  const retired: Retired[] = [];
  const gone = new Set<string>();
  const retire = ({ row: memory }: TeamMemoryRow, code: Retired['code'], kept: Retired['kept'] = null) => {
    gone.add(memory.path);
    retired.push({ memory, code, kept });
  };
  let nextEnd: number | null = null;
  for (const each of all) {
    const code = endOf(each, scope.now);
    if (code === null) {
      const at = endsAt(each.note) ?? Number.POSITIVE_INFINITY;
      if (at < (nextEnd ?? Number.POSITIVE_INFINITY)) nextEnd = at;
      continue;
    }
    const memory = await claims.of(each);
    // What it replaced would be current again.
    const isReplacing = each.note.supersedes !== null || (await claims.replaces(memory));
    if (!isReplacing && !isTouched(memory)) retire(memory, code);
  }
  const standing = all.filter(({ row }) => !gone.has(row.path));
  const duplicates: [string, string][] = [];
  for (const some of Map.groupBy(standing, ({ note }) => comparedWords(note.content)).values()) {
    if (some.length < 2) continue;
    const alike = await Promise.all(some.map(claims.of));
    const isInvolved = await claims.involvedIn(alike);
    const plain = alike.filter((memory) => !isTouched(memory));
    for (const own of Map.groupBy(plain, ({ row }) => row.author).values())
      for (const [first, ...copies] of findSame(own, isInvolved))
        for (const copy of copies) retire(copy as TeamMemoryRow, 'merged', (first as TeamMemoryRow).row);
    const left = alike.filter(({ row }) => !gone.has(row.path));
    for (const [first, ...copies] of findSame(left, isInvolved))
      for (const copy of copies)
        duplicates.push([(first as TeamMemoryRow).row.id, (copy as TeamMemoryRow).row.id]);
  }
  const waiting = Math.max(0, retired.length - MOST_RETIRED);
  return {
    pages: [],
    counts: { duplicates: duplicates.length, ...(waiting > 0 ? { waiting } : {}) },
    retired: retired.slice(0, MOST_RETIRED),
    duplicates: duplicates.slice(0, MOST_LISTED),
    nextEnd,
  };
};

/** Reads the notes that are memories. Others, and those that the worker does not have or can't read, are left alone. */
async function readMemories({ memories, signal }: Scope): Promise<TeamMemoryRow[]> {
  const all: TeamMemoryRow[] = [];
  for (const [i, row] of memories.entries()) {
    if (i % BETWEEN_TURNS === 0) {
      signal?.throwIfAborted();
      await turn();
    }
    const { id, path, at } = row;
    if (!isMemoryPath(path)) continue;
    try {
      const bytes = row.read();
      const note = bytes === null ? null : readMemory(parseNote(bytes, { path }), bytes);
      if (bytes !== null && note?.id === id)
        all.push({ row, path, bytes, note: { ...note, created: at }, claims: [] });
    } catch {
      // One note must not end the work on the others.
    }
  }
  return all;
}

/** Reads the claims of memories, and their relations. */
function openClaims({ store }: Scope) {
  const edgesOf = async (memories: readonly StandingMemory[]) => {
    const ids = memories.flatMap(({ claims }) => claims.map(({ id }) => id));
    if (ids.length === 0) return [];
    const edges = await store.edges({ ids, types: ['contradicts', 'supersedes'] });
    return edges.filter(({ recordedUntil }) => recordedUntil === null);
  };
  return {
    of: async (memory: TeamMemoryRow): Promise<TeamMemoryRow> => ({
      ...memory,
      claims: (await store.listClaims({ notePath: memory.path })).claims,
    }),
    replaces: async (memory: StandingMemory): Promise<boolean> => {
      const own = new Set<string>(memory.claims.map(({ id }) => id));
      return (await edgesOf([memory])).some(({ type, from }) => type === 'supersedes' && own.has(from));
    },
    involvedIn: async (memories: readonly StandingMemory[]) => {
      const involved = new Set<string>((await edgesOf(memories)).flatMap(({ from, to }) => [from, to]));
      return (id: string): boolean => involved.has(id);
    },
  };
}

/** Returns whether a person has decided about a claim of a memory in the ledger of the scope. */
async function openDecisions({ root, store }: Scope): Promise<(memory: StandingMemory) => boolean> {
  const entries = await store.resolveLedger((await readLedger(root)).entries);
  const decided = new Set<string>(entries.flatMap(({ claimIds }) => claimIds));
  return ({ claims }) => claims.some(({ id }) => decided.has(id));
}
