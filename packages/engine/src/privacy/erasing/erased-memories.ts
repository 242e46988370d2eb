import type { Claim, SqliteClaimStore } from '@memora/claims';
import { type ClaimId, decodeText } from '@memora/core';
import {
  inspectPlace,
  type Place,
  placeIn,
  readPlainFile,
  readPlainText,
  removeEmptyFolders,
  removeFile,
  throwIfPassing,
  writeWholeFile,
} from '@memora/privacy/files';
import { isMemoryPath, readNoteHead } from '@memora/vault/internal';
import { listOrNothing } from './clean-generated.ts';

/** Where the notes of forgotten memories stand, below their paths. */
export const TRASH = '.trash/memora';

/** The folder in the trash with what stood there before a batch changed it. */
const KEPT = /^[a-z]{3,4}_[0-9a-z]{12}\//u;

const MEMORY_ID = /^mem_[0-9a-z]{12}$/u;
const NAME = /-([0-9a-z]{12})(?:\.\d+)?\.md$/u;

/** Notes that Memora wrote for an agent and that go with what is erased. */
export interface ErasedMemories {
  /** Their paths where they stood, whether they are there now or in the trash. */
  readonly paths: readonly string[];
  readonly ids: ReadonlySet<string>;
  /** The files, where they are notes and where they are in the trash; as paths of the vault. */
  readonly files: readonly string[];
  /** What files in the trash say: of those that go, and of those that stay. */
  readonly trashed: { readonly gone: readonly Uint8Array[]; readonly kept: readonly Uint8Array[] };
}

/** The path that a memory had which is in the trash now, by its id; null if none of that id is. */
export function findTrashed(root: string, id: string): string | null {
  const found = listTrash(root).find((path) => idOf(path) === id);
  return (
    found
      ?.slice(TRASH.length + 1)
      .replace(KEPT, '')
      .replace(/\.\d+\.md$/u, '.md') ?? null
  );
}

/**
 * The memories and memory files among notes that go as a whole, those of which no claim stays, and those that quote a turn which goes; their copies in the trash
 * go with them. Of a memory file of which a claim goes, every version in the trash does: one of them may be all that still says it.
 */
export async function findErasedMemories(
  root: string,
  store: Pick<SqliteClaimStore, 'listClaims' | 'fallout' | 'getClaims'>,
  {
    claims,
    notePaths,
    except,
  }: {
    readonly claims: readonly Claim[];
    readonly notePaths: readonly string[];
    /** Memories that stay. */
    readonly except: ReadonlySet<string>;
  },
): Promise<ErasedMemories> {
  const erased = new Set<string>(claims.map(({ id }) => id));
  const isFile = (path: string) => !isMemoryPath(path) && idWithin(root, path) !== null;
  const paths = new Set(notePaths.filter((path) => isMemoryPath(path) || isFile(path)));
  for (const { notePath } of claims) {
    if (paths.has(notePath) || !isMemoryPath(notePath)) continue;
    const live = (await store.listClaims({ notePath })).claims;
    if (live.every(({ id }) => erased.has(id))) paths.add(notePath);
  }
  const rests = (await Promise.all([...erased].map((id) => store.fallout(id as ClaimId)))).flat();
  const resting = await store.getClaims(rests.map(({ claimId }) => claimId));
  for (const { notePath } of resting.values()) if (isMemoryPath(notePath)) paths.add(notePath);
  for (const path of except) paths.delete(path);
  const ofFiles = claims.flatMap(({ noteId, notePath }) => (isMemoryPath(notePath) ? [] : (noteId ?? [])));
  const ids = new Set([...paths].flatMap((path) => idOf(path) ?? idWithin(root, path) ?? []));
  for (const id of ofFiles) if (MEMORY_ID.test(id)) ids.add(id);
  const trash = listTrash(root);
  const isGone = (path: string) => ids.has(idOf(path) ?? idWithin(root, path) ?? '');
  const standing = [...paths].filter((path) => readOrNull(placeIn(root, path)) !== null);
  const read = (wanted: readonly string[]) => wanted.flatMap((path) => readOrNull(placeIn(root, path)) ?? []);
  return {
    paths: [...paths],
    ids,
    files: [...standing, ...trash.filter(isGone)],
    trashed: { gone: read(trash.filter(isGone)), kept: read(trash.filter((path) => !isGone(path))) },
  };
}

/** What a memory says: what is in every one of them, and its id, is no word of its own. */
export function saidInMemory(bytes: Uint8Array): string {
  return decodeText(bytes).text.replace(OF_EVERY_MEMORY, '');
}

const OF_EVERY_MEMORY =
  /^(?:id|type|kind|source|agent|session|evidence|supersedes|held|privacy|created|valid_from|valid_until):.*$/gmu;

/** Every file of the trash, for the search of what an erasure left. */
export function trashFiles(root: string): Place[] {
  return listTrash(root).map((path) => placeIn(root, path));
}

/** Removes the files of memories, and from the learning log what was told of their bytes: ids and codes stay. */
export async function removeMemories(
  root: string,
  { files, paths, ids }: Pick<ErasedMemories, 'files' | 'paths' | 'ids'>,
): Promise<void> {
  for (const path of files) removeFile(placeIn(root, path));
  // A category is named in the words of a memory.
  for (const path of [...files, ...paths]) removeEmptyFolders(placeIn(root, path), KEPT_FOLDERS);
  const place = placeIn(root, LEARNING_FILE);
  for (;;) {
    const text = readPlainText(place) ?? '';
    const cleaned = text
      .split(/(?<=\n)/u)
      .map((line) =>
        ids.has(/ note:(mem_[0-9a-z]{12})/u.exec(line)?.[1] ?? '') ? line.replace(SUM, '') : line,
      )
      .join('');
    if (cleaned === text) return;
    let isChanged = false;
    await writeWholeFile(place, cleaned, {
      mode: 0o644,
      confirm: () => {
        isChanged = readPlainText(place) !== text;
        if (isChanged) throw new Error('somebody else appended');
      },
    }).catch((error: unknown) => {
      if (!isChanged) throw error;
    });
  }
}

/** Folders that stay where nothing is in them. */
const KEPT_FOLDERS = new Set(['memory', 'memories', 'memora', 'episodic', 'conversations', 'daily']);

/** What the memory did by itself: see `@memora/agent-memory`. */
export const LEARNING_FILE = '_learning.md';
const SUM = / sum:[0-9a-f]{4}(?= )/gu;

function idOf(path: string): string | null {
  const sign = NAME.exec(path)?.[1];
  return sign === undefined ? null : `mem_${sign}`;
}

/** The id in the frontmatter of a note that an agent wrote: a memory file is named by the agent. */
function idWithin(root: string, path: string): string | null {
  const bytes = readOrNull(placeIn(root, path));
  const id = bytes === null ? undefined : readNoteHead(bytes).frontmatter.fields.get('id');
  return typeof id === 'string' && MEMORY_ID.test(id) ? id : null;
}

function listTrash(root: string): string[] {
  const found: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of listOrNothing(placeIn(root, folder))) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) found.push(path);
    }
  };
  if (isThere(placeIn(root, TRASH))) visit(TRASH);
  return found.sort();
}

function isThere(place: Place): boolean {
  try {
    return inspectPlace(place) !== null;
  } catch {
    return false;
  }
}

function readOrNull(place: Place): Uint8Array | null {
  try {
    return inspectPlace(place) === null ? null : readPlainFile(place);
  } catch (error) {
    throwIfPassing(error);
    return null;
  }
}
