import { createHash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import { join } from 'node:path';
import {
  fillFile,
  folderOf,
  listFolder,
  openToRead,
  type Place,
  pathOf,
  placeAt,
  placeIn,
  readPlainText,
  removeFile,
} from '@memora/privacy/files';
import type { VectorSet } from './vector-schema.ts';

/** The metadata of an index file. A file whose manifest or bytes do not match is not opened. */
interface IndexManifest {
  readonly format: 'memora-vectors-1';
  /** The database from which the file was built; it differs for each vault. */
  readonly owner: string;
  readonly set: number;
  readonly embedder: string;
  readonly version: string;
  readonly dimensions: number;
  /** The sequence number of the last vector in the file. */
  readonly sequence: number;
  readonly vectors: number;
  readonly bytes: number;
  /** SHA-256 of {@link sampleBlocks}: of the whole file up to 32 MiB, otherwise of 512 blocks spread over it. */
  readonly digest: string;
  /** The writer's mark over all other members, if index files are marked. */
  readonly mark?: string;
}

/** Distinguishes index files that this user's installation wrote from others, which native code must not read. */
export interface IndexMarks {
  readonly mark: (what: string, content: string) => string;
  readonly isOurs: (what: string, content: string, mark: unknown) => boolean;
}

const KIND = 'vectors';

const WHOLE = 32 * 1024 * 1024;
const BLOCK = 4096;
const BLOCKS = 512;

const NAME = 'claims.usearch';
const OURS =
  /^(?:claims\.usearch(?:\.json)?|claims\.usearch\.\d+\.partial(?:\.json)?|\.memora-\d+-[0-9a-f]{16}\.tmp)$/;
const MANIFEST_BYTES = 64 * 1024;

export function indexPath(folder: string): string {
  return join(folder, NAME);
}

/** Checks the folder too: in someone else's vault it may be a link. */
function placeOf(folder: string, name: string): Place {
  const { base, parts } = placeAt(folder);
  return placeIn(base, ...parts, name);
}

/** Removes the index file, its manifest and leftovers of an interrupted build. */
export function removeIndexFile(folder: string): void {
  for (const { name } of listFolder(folderOf(placeOf(folder, NAME)))) {
    if (OURS.test(name)) removeFile(placeOf(folder, name));
  }
}

/** Returns the path of a trusted file with its manifest; null if it is missing, truncated, damaged, foreign or stale. */
export function openIndexFile(
  folder: string,
  owner: string,
  set: VectorSet,
  lastSequence: number,
  marks?: IndexMarks,
): { readonly path: string; readonly manifest: IndexManifest } | null {
  const path = indexPath(folder);
  try {
    const text = readPlainText(placeOf(folder, `${NAME}.json`), MANIFEST_BYTES);
    if (text === null) return null;
    const manifest = JSON.parse(text) as IndexManifest;
    const fits =
      manifest.format === 'memora-vectors-1' &&
      manifest.owner === owner &&
      manifest.set === set.id &&
      manifest.embedder === set.embedder &&
      manifest.version === set.version &&
      manifest.dimensions === set.dimensions &&
      manifest.sequence <= lastSequence;
    if (!fits) return null;
    const { mark, ...marked } = manifest;
    if (marks !== undefined && !marks.isOurs(KIND, JSON.stringify(marked), mark)) return null;
    const { bytes, digest } = digestFile(placeOf(folder, NAME));
    return bytes === manifest.bytes && digest === manifest.digest ? { path, manifest } : null;
  } catch {
    return null;
  }
}

/** Replaces the file with what `save` writes, the manifest last: a crash in between leaves a pair that does not match. */
export function writeIndexFile(
  folder: string,
  manifest: Omit<IndexManifest, 'format' | 'bytes' | 'digest'>,
  save: (path: string) => void,
  marks?: IndexMarks,
): void {
  let whole: IndexManifest | null = null;
  // A vector reveals much of its text: only its user may read the file, and it keeps that mode when rewritten.
  fillFile(placeOf(folder, NAME), (draft) => {
    save(draft);
    const content = { format: 'memora-vectors-1', ...manifest, ...digestFile(placeAt(draft)) } as const;
    whole = marks === undefined ? content : { ...content, mark: marks.mark(KIND, JSON.stringify(content)) };
  });
  fillFile(placeOf(folder, `${NAME}.json`), `${JSON.stringify(whole, null, 2)}\n`);
}

function digestFile(place: Place): { readonly bytes: number; readonly digest: string } {
  const opened = openToRead(place);
  if (opened === null) throw new Error(`${pathOf(place)} is gone`);
  const { file, found } = opened;
  try {
    const { size } = found;
    const hash = createHash('sha256');
    const block = Buffer.alloc(size <= WHOLE ? Math.max(1, size) : BLOCK);
    for (const at of sampleBlocks(size)) {
      const read = readSync(file, block, 0, block.length, at);
      hash.update(block.subarray(0, read));
    }
    return { bytes: size, digest: hash.digest('hex') };
  } finally {
    closeSync(file);
  }
}

function sampleBlocks(size: number): readonly number[] {
  if (size <= WHOLE) return [0];
  return Array.from({ length: BLOCKS }, (_, i) => Math.floor((i * (size - BLOCK)) / (BLOCKS - 1)));
}
