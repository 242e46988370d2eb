/** The thread of `startNoteReader`: reads one note a message. Whatever fails here is done again, and told of, by the other thread. */
import { parentPort } from 'node:worker_threads';
import type { ReadRequest, ReadResponse } from './note-reader.ts';
import { readOffline } from './read-offline.ts';

const port = parentPort;
port?.on('message', ({ id, path, bytes, defaultBand }: ReadRequest) => {
  port.postMessage({ id, read: tryRead(path, bytes, defaultBand) } satisfies ReadResponse);
});
port?.postMessage({ id: 0, read: null } satisfies ReadResponse);

function tryRead(...args: Parameters<typeof readOffline>): ReadResponse['read'] {
  try {
    return readOffline(...args);
  } catch {
    return null;
  }
}
