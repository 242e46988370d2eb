import { type UnzipFileInfo, unzipSync } from 'fflate';
import { ingestError } from '../ingest-error.ts';

/** The files of an archive, unpacked in memory when they are asked for. Nothing is written to disk, so that no name in it leads anywhere. */
export interface ZipArchive {
  readonly names: readonly string[];
  /** The bytes of a file; null where there is none. Throws `DOCUMENT_TOO_LARGE` where the archive unpacks to more than it may. */
  readonly read: (name: string) => Uint8Array | null;
  readonly text: (name: string) => string | null;
}

const MOST_FILES = 20_000;

/** Throws `DOCUMENT_DAMAGED`, `DOCUMENT_ENCRYPTED`. */
export function openZip(bytes: Uint8Array, maxUnpackedBytes: number): ZipArchive {
  const sizes = new Map<string, UnzipFileInfo>();
  try {
    unzipSync(bytes, {
      filter: (info) => {
        if (sizes.size < MOST_FILES) sizes.set(info.name, info);
        return false;
      },
    });
  } catch (error) {
    throw damaged(error);
  }
  let unpacked = 0;
  const read = (name: string): Uint8Array | null => {
    const info = sizes.get(name);
    if (info === undefined) return null;
    unpacked += info.originalSize;
    // What a file says of its size may be wrong: fflate gives it no more room than that.
    if (unpacked > maxUnpackedBytes)
      throw ingestError(
        'DOCUMENT_TOO_LARGE',
        `It unpacks to more than ${Math.round(maxUnpackedBytes / 2 ** 20)} MiB.`,
      );
    try {
      return unzipSync(bytes, { filter: (each) => each.name === name })[name] ?? null;
    } catch (error) {
      throw damaged(error);
    }
  };
  return {
    names: [...sizes.keys()],
    read,
    text: (name) => {
      const found = read(name);
      return found === null ? null : new TextDecoder().decode(found);
    },
  };
}

function damaged(cause: unknown): Error {
  return ingestError('DOCUMENT_DAMAGED', 'The archive that the document is packed in is damaged.', {
    hint: 'Open it in its own program and save it again.',
    cause,
  });
}
