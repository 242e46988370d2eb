import { closeSync, readSync, realpathSync } from 'node:fs';
import { extname, sep } from 'node:path';
import { openToRead, placeAt } from '@memora/privacy/files';
import { createBLAKE3 } from 'hash-wasm';
import { fetchError } from '../fetch/fetch-error.ts';
import { IngestError } from '../ingest-error.ts';

/** A file that a person named as a source. */
interface SourceFile extends Disposable {
  /** Its real path: one file is one source, by any name. */
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** BLAKE3 of its bytes, read piece by piece. */
  readonly hash: (signal?: AbortSignal) => Promise<string>;
  readonly chunks: () => AsyncGenerator<Uint8Array>;
}

const CHUNK = 1024 * 1024;

/** Opens a regular file. Throws `SOURCE_GONE`, `SOURCE_UNREADABLE`, and `SOURCE_IS_NOTE` for a note of the vault and files in its `.memora/`. */
export function openSourceFile(typed: string, vaultRoot: string): SourceFile {
  const path = realPathOf(typed);
  assertNoNote(path, vaultRoot);
  const opened = open(path);
  const { file, found } = opened;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; ; ) {
      // A new buffer each time, because the reader may keep it.
      const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK, Math.max(1, found.size - at)));
      const read = readSync(file, buffer, 0, buffer.length, at);
      if (read === 0) return;
      at += read;
      yield buffer.subarray(0, read);
      if (at % (16 * CHUNK) === 0) await new Promise(setImmediate);
    }
  }
  return {
    path,
    size: found.size,
    mtimeMs: found.mtimeMs,
    chunks,
    hash: async (signal) => {
      const hasher = (await createBLAKE3()).init();
      for await (const chunk of chunks()) {
        signal?.throwIfAborted();
        hasher.update(chunk);
      }
      return hasher.digest('hex');
    },
    [Symbol.dispose]: () => closeSync(file),
  };
}

function realPathOf(typed: string): string {
  try {
    return realpathSync.native(typed);
  } catch (error) {
    throw unreadable(error);
  }
}

function open(path: string) {
  try {
    const opened = openToRead(placeAt(path));
    if (opened !== null) return opened;
  } catch (error) {
    throw unreadable(error);
  }
  throw gone();
}

function assertNoNote(path: string, vaultRoot: string): void {
  if (!path.startsWith(vaultRoot + sep)) return;
  const parts = path.slice(vaultRoot.length + 1).split(sep);
  if (parts[0] !== '.memora' && !/^\.(?:md|markdown)$/i.test(extname(path))) return;
  throw new IngestError('It is a note of this vault already, or a file of Memora.', {
    code: 'SOURCE_IS_NOTE',
    hint: 'Notes are indexed as they are: memora index.',
  });
}

function unreadable(error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return gone();
  return new IngestError(`The file cannot be read${code === undefined ? '' : ` (${code})`}.`, {
    code: 'SOURCE_UNREADABLE',
    hint: 'Name a regular file that you may read.',
    cause: error,
  });
}

function gone(): Error {
  return fetchError('SOURCE_GONE', 'There is no such file, or it was deleted.', {
    hint: 'Check the name. A note that was made from it earlier is not changed.',
  });
}
