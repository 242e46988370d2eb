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

/** The folder of the notes of forgotten memories, below their paths. */
export const TRASH = '.trash/memora';

/** The folder in the trash with the files as they were before a batch changed them. */
const KEPT = /^[a-z]{3,4}_[0-9a-z]{12}\//u;

const MEMORY_ID = /^mem_[0-9a-z]{12}$/u;
const NAME = /-([0-9a-z]{12})(?:\.\d+)?\.md$/u;

/** Notes that Memora wrote for an agent and that are removed with the erased text. */
export interface ErasedMemories {
  /** Their original paths, whether they are there now or in the trash. */
  readonly paths: readonly string[];
  readonly ids: ReadonlySet<string>;
  /** The files, as notes and in the trash, as vault paths. */
  readonly files: readonly string[];
  /** The texts of files in the trash: of removed ones, and of remaining ones. */
  readonly trashed: { readonly gone: readonly Uint8Array[]; readonly kept: readonly Uint8Array[] };
}

/** The earlier path of a memory that is in the trash now, by its id; null if there is none. */
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
 * The memories and memory files among notes that are removed as a whole: those without a remaining claim, and those that quote an erased turn; with their
 * copies in the trash. If a claim of a memory file is erased, every version in the trash is removed, because one of them may be the only one that still
 * contains it.
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

/** A memory's own words, without the text that every memory contains and without its id. */
export function saidInMemory(bytes: Uint8Array): string {
  return decodeText(bytes).text.replace(OF_EVERY_MEMORY, '');
}

const OF_EVERY_MEMORY =
  /^(?:id|type|kind|source|agent|session|evidence|supersedes|held|privacy|created|valid_from|valid_until):.*$/gmu;

/** Every file of the trash, to be searched after an erasure. */
export function trashFiles(root: string): Place[] {
  return listTrash(root).map((path) => placeIn(root, path));
}

/** Removes the files of memories, and the descriptions of their bytes from the learning log: ids and codes stay. */
export async function removeMemories(
  root: string,
  { files, paths, ids }: Pick<ErasedMemories, 'files' | 'paths' | 'ids'>,
): Promise<void> {
  for (const path of files) removeFile(placeIn(root, path));
  // The name of a category uses words of a memory.
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

/** Folders that stay even if they are empty. */
const KEPT_FOLDERS = new Set(['memory', 'memories', 'memora', 'episodic', 'conversations', 'daily']);

/** The log of the memory's own actions: see `@memora/agent-memory`. */
export const LEARNING_FILE = '_learning.md';
const SUM = / sum:[0-9a-f]{4}(?= )/gu;

function idOf(path: string): string | null {
  const sign = NAME.exec(path)?.[1];
  return sign === undefined ? null : `mem_${sign}`;
}

/** The id in the frontmatter of a note that an agent wrote. The agent chose the file name. */
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
