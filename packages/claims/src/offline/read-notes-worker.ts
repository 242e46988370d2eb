/** The thread of `startNoteReader`: reads one note a message. Whatever fails here is done again, and told of, by the other thread. */
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import type { Blake3 } from '@memora/core';
import type { IndexReaders } from '../index-run.ts';
import { loadBlake3 } from '../load-blake3.ts';
import type { ReadDocuments } from '../note-readings.ts';
import { readDocuments as readFrames } from '../relate/read-frames.ts';
import type { ReadRequest, ReadResponse } from './note-reader.ts';
import { readOffline } from './read-offline.ts';

const port = parentPort;
const answer = (response: ReadResponse): void => port?.postMessage(response);
let hash: Blake3 | null = null;
let readers: Record<string, ReadDocuments> = {};

port?.on('message', async (request: ReadRequest) => {
  if ('readers' in request) {
    readers = await loadReaders(request.readers);
    hash ??= await loadBlake3();
    answer({ id: 0, read: null });
  } else answer({ id: request.id, read: tryRead(request) });
});

function tryRead({ path, bytes, defaultBand, indexes }: Exclude<ReadRequest, { readers: IndexReaders }>) {
  const wanted = Object.entries(readers).filter(([name]) => indexes.includes(name));
  try {
    return hash === null ? null : readOffline(path, bytes, defaultBand, hash, Object.fromEntries(wanted));
  } catch {
    return null;
  }
}

/** A reader that can't be loaded is left out: the index reads its documents itself then. */
async function loadReaders(files: IndexReaders): Promise<Record<string, ReadDocuments>> {
  const loaded: Record<string, ReadDocuments> = {};
  for (const [name, { file }] of Object.entries(files)) {
    if (file === null) {
      loaded[name] = readFrames;
      continue;
    }
    try {
      const module = (await import(pathToFileURL(file).href)) as { readDocuments: ReadDocuments };
      loaded[name] = module.readDocuments;
    } catch {}
  }
  return loaded;
}
