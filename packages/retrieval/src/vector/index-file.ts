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

/** What an index file claims to be. A file whose manifest or bytes say otherwise is not opened at all. */
interface IndexManifest {
  readonly format: 'memora-vectors-1';
  /** The database the file was built from: another vault's file has another. */
  readonly owner: string;
  readonly set: number;
  readonly embedder: string;
  readonly version: string;
  readonly dimensions: number;
  /** The file holds the vectors written up to here. */
  readonly sequence: number;
  readonly vectors: number;
  readonly bytes: number;
  /** SHA-256 of {@link sampleBlocks}: of the whole file up to 32 MiB, of 512 blocks spread over it beyond. */
  readonly digest: string;
  /** The mark of who wrote it over all the rest, where somebody marks. */
  readonly mark?: string;
}

/** Tells index files that this user's installation wrote from others, which native code must not read. */
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

/** The folder itself is looked at too: in a vault that somebody else made it may be a link. */
function placeOf(folder: string, name: string): Place {
  const { base, parts } = placeAt(folder);
  return placeIn(base, ...parts, name);
}

/** Removes the index file, its manifest and what a broken-off build has left of them. */
export function removeIndexFile(folder: string): void {
  for (const { name } of listFolder(folderOf(placeOf(folder, NAME)))) {
    if (OURS.test(name)) removeFile(placeOf(folder, name));
  }
}

/** The path of a file that can be trusted with its manifest, or null: missing, truncated, damaged, foreign or stale. */
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

/** Puts a file that `save` writes in place of the old one, its manifest last: a crash between leaves a pair that does not fit. */
export function writeIndexFile(
  folder: string,
  manifest: Omit<IndexManifest, 'format' | 'bytes' | 'digest'>,
  save: (path: string) => void,
  marks?: IndexMarks,
): void {
  let whole: IndexManifest | null = null;
  // A vector tells much of its text: the file is for its user alone, and keeps the mode when it is written.
  fillFile(placeOf(folder, NAME), (draft) => {
    save(draft);
    const content = { format: 'memora-vectors-1', ...manifest, ...digestFile(placeAt(draft)) } as const;
    whole = marks === undefined ? content : { ...content, mark: marks.mark(KIND, JSON.stringify(content)) };
  });
  fillFile(placeOf(folder, `${NAME}.json`), `${JSON.stringify(whole, null, 2)}\n`);
}

/** The size and digest of a file. */
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
