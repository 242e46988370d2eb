import type { Claim, NoteNames } from '@memora/claims';
import { saysTheSame } from '@memora/claims/internal';
import type { Memory } from '@memora/engine';
import {
  inspectFile,
  inspectPlace,
  memoraPlace,
  placeIn,
  readPlainText,
  throwIfPassing,
  writeWholeFile,
} from '@memora/privacy/files';
import { isMemoryPath } from '@memora/vault/internal';
import type { ConsolidatePorts } from './consolidate-memories.ts';
import { endsAt } from './find-ended.ts';
import type { StandingMemory } from './standing-memory.ts';

/** Up to this many memories are examined completely each time. */
export const LOOKED_AT_WHOLE = 100;

const FILE = 'memory-consolidation.json';
const VERSION = 1;
/** How many similar memories are examined for each memory. */
const NEAR = 12;
const LONGEST_QUESTION = 300;

type Name = NoteNames['notes'][number];

/** The state after the last consolidation: the revision of the index, and the memories that end later. */
interface Kept {
  readonly root: string;
  readonly mark: string;
  readonly memories: number;
  /** Ids, each with its end in milliseconds. */
  readonly ends: readonly (readonly [string, number])[];
}

/** What a consolidation has to examine. */
export interface Look {
  /** Memories that changed since the last run or have ended; null to examine all. */
  readonly changed: readonly Name[] | null;
  /** Records that everything is in order as it was read, and when the examined memories end. */
  readonly keep: (standing: readonly StandingMemory[]) => Promise<void>;
}

type LookPorts = Pick<ConsolidatePorts, 'memory' | 'root' | 'forget' | 'now'>;

/** Finds what to examine: the changes since the last consolidation, or everything if those are unknown or there are few memories. */
export async function lookSince({ memory, root, forget, now }: LookPorts): Promise<Look> {
  const kept = readKept(forget.vault.root, root);
  const { mark, isAll, notes } = await memory.claims.noteNames(kept?.mark);
  const isOwn = ({ path }: Name): boolean => isMemoryPath(path) && path.startsWith(root);
  const own = notes.filter(isOwn);
  const isWhole = kept === null || isAll || kept.memories + own.length < LOOKED_AT_WHOLE;
  const changed = new Map(own.map((name) => [name.noteId, name]));
  if (!isWhole) {
    const due = kept.ends.flatMap(([id, at]) => (at <= now().getTime() ? [id] : []));
    for (const name of await namesOf(due, memory)) changed.set(name.noteId, name);
    for (const name of await findResting(notes, { memory, forget })) changed.set(name.noteId, name);
  }
  return {
    changed: isWhole ? null : [...changed.values()].filter(isOwn),
    keep: async (standing) => {
      const looked = new Set([...changed.keys(), ...standing.map(({ note }) => note.id)]);
      const ends = [
        ...(isWhole ? [] : kept.ends.filter(([id]) => !looked.has(id))),
        ...standing.flatMap(({ note }) => {
          const at = endsAt(note);
          return at === null ? [] : [[note.id, at] as const];
        }),
      ];
      const memories = isWhole ? standing.length : kept.memories + own.length;
      await writeKept(forget.vault.root, { root, mark, memories, ends });
    },
  };
}

/** Adds the memories that say the same as the changed ones, are similar to them, or contradict them. */
export async function withNeighbours(
  changed: readonly StandingMemory[],
  { memory, root }: Pick<ConsolidatePorts, 'memory' | 'root'>,
): Promise<readonly Name[]> {
  const found = new Map<string, Name>();
  const add = (claims: Iterable<Pick<Claim, 'noteId' | 'notePath'>>): void => {
    for (const { noteId, notePath: path } of claims)
      if (isMemoryPath(path) && path.startsWith(root)) found.set(noteId, { noteId, path });
  };
  const { claims } = memory;
  for (const { note } of changed) {
    const question = note.content.slice(0, LONGEST_QUESTION);
    const region = root === '' ? 'memory' : root.slice(0, -1);
    // Only words are compared, because a memory is not a question that anybody asked.
    const { hits } = await memory.query(question, {
      k: NEAR,
      behind: false,
      words: true,
      reports: true,
      region,
    });
    const near = hits.map(({ claim }) => claim);
    const texts = await memory.readSpans(near);
    add(near.filter((_, i) => saysEither(note.content, texts[i])));
  }
  if (changed.some(({ note }) => note.privacy === 'secret'))
    add((await claims.listClaims({ bands: ['secret'] })).claims);
  const alike = async (ids: readonly string[]): Promise<string[]> => {
    const others = [...(await claims.corroboration(ids)).values()].flat();
    const known = await claims.getClaims(others);
    add(known.values());
    return others;
  };
  const near = (await Promise.all([...found.values()].map(({ noteId }) => claims.listClaims({ noteId }))))
    .flatMap((page) => page.claims)
    .map(({ id }) => id);
  const own = [...new Set([...changed.flatMap((each) => each.claims.map(({ id }) => id)), ...near])];
  const same = own.length === 0 ? [] : await alike(own);
  const ids = [...new Set([...own, ...same])];
  const edges = ids.length === 0 ? [] : await claims.edges({ ids, types: ['contradicts', 'supersedes'] });
  const against = [...new Set(edges.flatMap(({ from, to }) => [from, to]))];
  if (against.length > 0) {
    add((await claims.getClaims(against)).values());
    await alike(against);
  }
  for (const { path, note } of changed) found.set(note.id, { noteId: note.id, path });
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function saysEither(content: string, text: string | null | undefined): boolean {
  return typeof text === 'string' && (saysTheSame(content, text) || saysTheSame(text, content));
}

/**
 * Memories that are based on changed conversations: changes in the index, and files that have changed since.
 */
async function findResting(
  changed: readonly Name[],
  { memory, forget }: Pick<ConsolidatePorts, 'memory' | 'forget'>,
): Promise<readonly Name[]> {
  const { claims } = memory;
  const since = new Set(changed.map(({ path }) => path));
  const talks = (await claims.notes({ type: 'conversation' })).filter(({ path, size, mtimeMs }) => {
    const file = inspectOrNull(forget.vault.root, path);
    return since.has(path) || file === null || file.size !== size || file.mtimeMs !== mtimeMs;
  });
  const found = new Map<string, Name>();
  for (const { path } of talks) {
    const said = (await claims.listClaims({ notePath: path, retired: true })).claims;
    const edges =
      said.length === 0 ? [] : await claims.edges({ ids: said.map(({ id }) => id), types: ['derives'] });
    const resting = await claims.getClaims(edges.map(({ from }) => from));
    for (const { noteId, notePath } of resting.values()) found.set(noteId, { noteId, path: notePath });
  }
  return [...found.values()];
}

async function namesOf(ids: readonly string[], memory: Pick<Memory, 'claims'>): Promise<readonly Name[]> {
  const pages = await Promise.all(ids.map((noteId) => memory.claims.listClaims({ noteId, limit: 1 })));
  return pages.flatMap(({ claims: [first] }) =>
    first === undefined ? [] : [{ noteId: first.noteId, path: first.notePath }],
  );
}

function inspectOrNull(
  root: string,
  path: string,
): { readonly size: number; readonly mtimeMs: number } | null {
  try {
    return inspectFile(placeIn(root, path));
  } catch (error) {
    throwIfPassing(error);
    return null;
  }
}

function readKept(vaultRoot: string, root: string): Kept | null {
  try {
    const kept = JSON.parse(readPlainText(memoraPlace(vaultRoot, FILE)) ?? 'null') as
      | (Kept & { readonly version: number })
      | null;
    const isKept =
      kept !== null &&
      kept.version === VERSION &&
      kept.root === root &&
      typeof kept.mark === 'string' &&
      Number.isSafeInteger(kept.memories) &&
      Array.isArray(kept.ends) &&
      kept.ends.every(
        (end: unknown) => Array.isArray(end) && typeof end[0] === 'string' && typeof end[1] === 'number',
      );
    return isKept ? kept : null;
  } catch (error) {
    throwIfPassing(error);
    return null;
  }
}

/** If the state can't be stored, the next run examines everything. */
async function writeKept(vaultRoot: string, kept: Kept): Promise<void> {
  try {
    if (inspectPlace(memoraPlace(vaultRoot)) === null) return;
    const text = `${JSON.stringify({ version: VERSION, ...kept })}\n`;
    await writeWholeFile(memoraPlace(vaultRoot, FILE), text, { flush: false });
  } catch (error) {
    throwIfPassing(error);
  }
}
