import type { Claim } from '@memora/claims';
import type { Memory } from '@memora/engine';
import { batchOfSession } from '../learning/open-learning-log.ts';
import type { ReadLearningEntry } from '../learning/parse-learning-log.ts';
import type { BatchFiles } from './batch-files.ts';
import { isConsolidated, isSave } from './find-closure.ts';
import { isLink } from './find-links.ts';

/** A memory that may have influenced a decision, with the current or former place of its note. */
export interface Bystander {
  readonly id: string;
  readonly path: string;
  readonly bytes: Uint8Array;
  /** True if it exists; false if somebody forgot it. */
  readonly isStanding: boolean;
}

/** The context of decisions that are made again. */
export interface Bystanders {
  readonly memories: readonly Bystander[];
  /** Conversation notes. */
  readonly conversations: readonly string[];
}

/** The data that is searched for bystanders. */
interface AroundPorts {
  readonly claims: Pick<Memory['claims'], 'listClaims' | 'edges' | 'getClaims'>;
  readonly files: Pick<BatchFiles, 'read'>;
  /** The current path of a memory's note, by id. */
  readonly pathById: ReadonlyMap<string, string>;
  /** The place of a forgotten memory's note. */
  readonly placeInTrash: (id: string) => string | undefined;
  readonly isForgotten: (id: string) => boolean;
  /** Memories that are not bystanders: those that are removed, are decided again, or were edited. */
  readonly isLeftOut: (id: string) => boolean;
  readonly conversations: readonly { readonly path: string; readonly id: string }[];
}

/**
 * The context of decisions that are made again: memories that they or their neighbours read or conflict with,
 * and the conversations that those memories came from.
 */
export async function findBystanders(
  replayed: Iterable<string>,
  entries: readonly ReadLearningEntry[],
  ports: AroundPorts,
): Promise<Bystanders> {
  const { files, pathById, placeInTrash, isForgotten, isLeftOut, conversations, claims } = ports;
  let around = findAround(replayed, entries);
  const talks = new Set<string>();
  for (let size = 0; size < around.ids.size; ) {
    size = around.ids.size;
    const odds = await findOdds([...around.ids], claims);
    for (const { notePath } of odds) talks.add(notePath);
    around = findAround([...around.ids, ...odds.map(({ noteId }) => noteId)], entries);
  }
  const memories = [...around.ids].flatMap((id): Bystander[] => {
    if (isLeftOut(id)) return [];
    const standing = pathById.get(id);
    const place = standing ?? (isForgotten(id) ? placeInTrash(id) : undefined);
    const bytes = place === undefined ? null : files.read(place);
    if (place === undefined || bytes === null) return [];
    return [{ id, path: standing ?? pathBefore(place), bytes, isStanding: standing !== undefined }];
  });
  const ofThem = conversations.filter(
    ({ id, path }) => talks.has(path) || around.batches.has(batchOfSession(id)),
  );
  return { memories, conversations: ofThem.map(({ path }) => path) };
}

/** Claims that conflict with those of the memories. */
async function findOdds(ids: readonly string[], claims: AroundPorts['claims']): Promise<readonly Claim[]> {
  const own = (await Promise.all(ids.map((noteId) => claims.listClaims({ noteId })))).flatMap(
    (page) => page.claims,
  );
  if (own.length === 0) return [];
  const edges = await claims.edges({ ids: own.map(({ id }) => id), types: ['contradicts', 'supersedes'] });
  const found = await claims.getClaims([...new Set(edges.flatMap(({ from, to }) => [from, to]))]);
  return [...found.values()];
}

/** The previous path of a note in the trash. */
export function pathBefore(place: string): string {
  return place.replace(/^\.trash\/memora\/(?:[a-z]{3,4}_[0-9a-z]{12}\/)?/u, '').replace(/\.\d+\.md$/u, '.md');
}

/** Ids and batches that are connected with these memories through what decisions read, over any number of steps. */
export function findAround(
  ids: Iterable<string>,
  entries: readonly ReadLearningEntry[],
): { readonly ids: ReadonlySet<string>; readonly batches: ReadonlySet<string> } {
  const beside = new Map<string, ReadLearningEntry[]>();
  for (const entry of entries)
    if (isSave(entry) || isLink(entry) || isConsolidated(entry) || entry.code === 'decided')
      for (const id of entry.notes) beside.set(id, [...(beside.get(id) ?? []), entry]);
  const found = new Set(ids);
  const batches = new Set<string>();
  for (const id of found)
    for (const { notes, batch } of beside.get(id) ?? []) {
      batches.add(batch);
      for (const other of notes) found.add(other);
    }
  return { ids: found, batches };
}
