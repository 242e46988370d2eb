import { unzipSync } from 'fflate';
import { ingestError } from '../ingest-error.ts';

/** The files of an archive, unpacked in memory. Writes nothing to disk, so no name in the archive is ever used as a path. */
export interface ZipArchive {
  /** The names of all its files in order, unpacked or not. */
  readonly names: readonly string[];
  /** How many files it has beyond the limit. */
  readonly beyond: number;
  /** The bytes of an unpacked file; null for any other. */
  readonly read: (name: string) => Uint8Array | null;
  readonly text: (name: string) => string | null;
}

const MOST_FILES = 20_000;

/**
 * Unpacks the wanted files of an archive in one pass. Throws `DOCUMENT_TOO_LARGE` before a file is unpacked that would exceed `maxUnpackedBytes`, and
 * `DOCUMENT_DAMAGED`.
 */
export function openZip(
  bytes: Uint8Array,
  maxUnpackedBytes: number,
  isWanted: (name: string) => boolean,
): ZipArchive {
  const names = new Set<string>();
  let unpacked = 0;
  let isTooLarge = false;
  let beyond = 0;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      // A file's declared size may be wrong, so fflate gets no more room than that.
      filter: ({ name, originalSize }) => {
        if (isTooLarge || names.has(name)) return false;
        if (names.size >= MOST_FILES) {
          beyond++;
          return false;
        }
        names.add(name);
        if (!isWanted(name)) return false;
        unpacked += originalSize;
        isTooLarge = unpacked > maxUnpackedBytes;
        return !isTooLarge;
      },
    });
  } catch (error) {
    throw ingestError('DOCUMENT_DAMAGED', 'The archive that the document is packed in is damaged.', {
      hint: 'Open it in the program that made it and save it again.',
      cause: error,
    });
  }
  if (isTooLarge)
    throw ingestError(
      'DOCUMENT_TOO_LARGE',
      `It unpacks to more than ${Math.round(maxUnpackedBytes / 2 ** 20)} MiB.`,
    );
  const read = (name: string): Uint8Array | null =>
    Object.hasOwn(files, name) ? (files[name] ?? null) : null;
  return {
    names: [...names],
    beyond,
    read,
    text: (name) => {
      const found = read(name);
      return found === null ? null : new TextDecoder().decode(found);
    },
  };
}
