/** The thread of `startNoteReader`: reads one note per message. The other thread repeats failed work and reports the failure. */
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import type { Blake3 } from '@memora/core';
import { parseNote } from '@memora/vault';
import { type ReadNote, readOffline } from '../../extract/offline/read-offline.ts';
import type { Extraction } from '../../model/extractor.ts';
import { loadBlake3 } from '../../prepare/load-blake3.ts';
import type { ReadDocuments } from '../../prepare/note-readings.ts';

import type { IndexReaders } from '../../store/index-run.ts';
import { readDocuments as readRelations } from '../../store/relating/read-relating.ts';
import type { BegunResponse, NoteRequest, ReadRequest, ReadResponse } from './note-reader.ts';
import { takeNote } from './take-note.ts';

interface Tools {
  readonly hash: Blake3;
  readonly readers: Record<string, ReadDocuments>;
  readonly free: Int32Array | null;
}

const NOTHING_EXTRACTED: Extraction = {
  claims: [],
  gated: new Map(),
  failed: new Map(),
  refused: {},
  usage: null,
};

/** The tools of the run that sends the next notes. */
let tools: Promise<Tools> | null = null;

parentPort?.on('message', async (request: ReadRequest) => {
  if ('readers' in request) {
    tools = loadTools(request);
    return;
  }
  const loaded = await tools;
  if (loaded === null) return;
  if (request.isLong === true)
    parentPort?.postMessage({ id: request.id, begun: true } satisfies BegunResponse);
  else if (loaded.free !== null && !takeNote(loaded.free, request.id)) return;
  parentPort?.postMessage({ id: request.id, read: tryRead(request, loaded) } satisfies ReadResponse);
});

async function loadTools({ readers, free }: Exclude<ReadRequest, NoteRequest>): Promise<Tools> {
  return {
    readers: await loadReaders(readers),
    hash: await loadBlake3(),
    free: free === null ? null : new Int32Array(free),
  };
}

function tryRead(
  { path, bytes, defaultBand, parseOnly = false }: NoteRequest,
  { hash, readers }: Tools,
): ReadNote | null {
  try {
    if (parseOnly) {
      const note = parseNote(bytes, defaultBand === undefined ? { path } : { path, defaultBand });
      return { note, extraction: NOTHING_EXTRACTED, readings: null };
    }
    return readOffline(path, bytes, defaultBand, hash, readers);
  } catch {
    return null;
  }
}

/** A reader that can't be loaded is skipped: the index then reads its documents itself. */
async function loadReaders(files: IndexReaders): Promise<Record<string, ReadDocuments>> {
  const loaded: Record<string, ReadDocuments> = {};
  for (const [name, { file }] of Object.entries(files)) {
    if (file === null) {
      loaded[name] = readRelations;
      continue;
    }
    try {
      const module = (await import(pathToFileURL(file).href)) as { readDocuments: ReadDocuments };
      loaded[name] = module.readDocuments;
    } catch {}
  }
  return loaded;
}
