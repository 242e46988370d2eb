import { basename } from 'node:path';
import { MemoraError } from '@memora/core';
import { createEgress, type Fetch } from '@memora/privacy';
import { inspectFile, pathOf, placeAt, placeIn, removeFile } from '@memora/privacy/files';
import { openInstallation } from '@memora/privacy/installation';
import type { Vault } from '@memora/vault';
import { readNoteHead } from '@memora/vault/internal';
import { createRobots } from '../fetch/create-robots.ts';
import { fetchError } from '../fetch/fetch-error.ts';
import { loadReader } from '../formats/load-reader.ts';
import { IngestError } from '../ingest-error.ts';
import { openTesseract } from '../ocr/open-tesseract.ts';
import type { RecogniseText } from '../ocr/page-picture.ts';
import { dropOriginal } from '../originals/keep-original.ts';
import { createBoundedReader } from '../thread/read-bounded.ts';
import { createNoteFinder } from './find-notes.ts';
import { createHeldLock } from './held-lock.ts';
import { ingestRead } from './ingest-read.ts';
import type {
  Ingester,
  IngesterPorts,
  IngestOptions,
  IngestOutcome,
  IngestSource,
  ListedSource,
} from './ingester.ts';
import { identityOfBytes, identityOfUrl, openRead, type SourceRead } from './open-read.ts';
import { openSourceRecords, type SourceRecord } from './source-records.ts';

/** Opens an ingester for a vault. It starts nothing and takes no lock before the first source. */
export async function openIngester(vault: Vault, ports: IngesterPorts = {}): Promise<Ingester> {
  const records = openSourceRecords(vault.root, await openInstallation(ports.configDir));
  const reader = createBoundedReader();
  const finder = createNoteFinder(vault);
  const lock = createHeldLock(vault.root);
  let sending: Promise<Fetch> | null = null;
  const send = (): Promise<Fetch> => {
    sending ??=
      ports.send?.() ?? Promise.resolve(createEgress({ guard: 'none', reach: 'internet' }).fetch('fetch'));
    return sending;
  };
  const stands = async (record: SourceRecord): Promise<boolean> =>
    (await standsAt(vault, record)) || (await finder.byId(record.id)) !== null;
  const isCurrent = async (record: SourceRecord): Promise<boolean> =>
    isOf((await loadReader(record.format)).extractor, record) && (await stands(record));
  const recognisers = new Map<string, Promise<RecogniseText>>();
  const recogniser = (languages: string): Promise<RecogniseText> => {
    const open = recognisers.get(languages) ?? openTesseract(languages);
    recognisers.set(languages, open);
    return open;
  };
  const shared = { vault, records, reader, finder, recogniser, detector: ports.detector };

  async function* ingest(
    source: IngestSource,
    options: IngestOptions = {},
    isUnattended = false,
  ): AsyncGenerator<IngestOutcome> {
    // Locked before the existing note is read: two concurrent runs would each create a note for one source.
    await using _held = options.dryRun === true ? null : await lock.hold(options.signal);
    const told = { source: nameOf(source), id: null, path: null, document: null };
    let read: SourceRead | null = null;
    try {
      // A person who names a page may read it; an unattended fetch must obey the rules for robots.
      if (isUnattended && source.kind === 'url')
        await assertRobotsAllow(source, await send(), options.signal);
      read = await openRead(source, options, { vault, records, send, isCurrent });
      yield* ingestRead(read, options, {
        ...shared,
        mayKeepFeed: async () => assertRobotsAllow(source, await send(), options.signal),
      });
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!MemoraError.isInstance(error) || STOPS.has(error.code)) throw error;
      const isGone = error.code === 'SOURCE_GONE';
      const known = isGone ? await markGone(source, options) : null;
      yield {
        ...told,
        id: known?.id ?? null,
        path: known?.path ?? null,
        status: isGone ? 'gone' : 'failed',
        error,
      };
    } finally {
      read?.[Symbol.dispose]();
    }
  }

  async function markGone(
    source: IngestSource,
    { dryRun = false }: IngestOptions,
  ): Promise<SourceRecord | null> {
    const known = records.list().find(({ identity }) => identity === identityOf(source)) ?? null;
    if (known !== null && known.goneSince === null && !dryRun)
      await records.write({ ...known, goneSince: new Date().toISOString() });
    return known;
  }

  const list = async (): Promise<ListedSource[]> => {
    const known = records.list().map(toListed);
    const paths = new Set(
      records.list().flatMap(({ identity }) => records.listNotes(identity).map(({ id }) => id)),
    );
    const others = (await createNoteFinder(vault).all()).filter(({ id }) => !paths.has(id));
    const unknown = others.map(({ id, path, origin }) => ({
      ...{ id, path, origin, notes: 1, follow: false, seen: null, goneSince: null },
      kind: 'unknown' as const,
      canRefresh: false,
    }));
    return [...known, ...unknown].sort((one, other) => (one.id < other.id ? -1 : 1));
  };

  return {
    ingest: (source, options) => ingest(source, options),
    list,
    refresh: async function* ({ ids, followed = false, ...options } = {}) {
      for (const record of records.list().sort((one, other) => (one.id < other.id ? -1 : 1))) {
        if (ids !== undefined && !ids.includes(record.id)) continue;
        if (followed && !record.follow) continue;
        if (!(await stands(record))) {
          // A person deleted the note, so it is made again only if somebody names the source.
          yield {
            source: record.origin,
            status: 'kept',
            id: record.id,
            path: null,
            document: null,
            error: noteDeleted(),
          };
          continue;
        }
        const { identity, kind, region, follow, origin } = record;
        const source: IngestSource = kind === 'file' ? { kind, path: identity } : { kind, url: origin };
        yield* ingest(source, { ...options, region, follow }, followed);
      }
    },
    remove: async (id, { withNotes = false, dryRun = false } = {}) => {
      const record = records
        .list()
        .find((each) => each.id === id || records.listNotes(each.identity).some((note) => note.id === id));
      if (record === undefined) return null;
      const notes = records
        .listNotes(record.identity)
        .filter(({ path }) => inspectNote(vault, path) !== null);
      if (!dryRun) {
        await using _held = await lock.hold();
        if (withNotes) for (const { path } of notes) removeFile(placeIn(vault.root, path));
        if (withNotes && record.original !== null) await dropOriginal(vault, record.original);
        records.remove(record.identity);
      }
      return { origin: record.origin, notes: notes.map(({ path }) => path) };
    },
    [Symbol.asyncDispose]: async () => {
      await reader[Symbol.asyncDispose]();
      await lock.release();
    },
  };
}

/** True if the current reader would return the same from a source. A partially read source is read again. */
function isOf(extractor: string, record: SourceRecord): boolean {
  return record.extractor === extractor || record.extractor === `${extractor}+recognised`;
}

function nameOf(source: IngestSource): string {
  if (source.kind === 'url') return identityOfUrl(source.url).replace(/#.*$/, '');
  return source.kind === 'file' ? basename(source.path) : source.name;
}

function identityOf(source: IngestSource): string {
  if (source.kind === 'url') return identityOfUrl(source.url);
  return source.kind === 'file' ? pathOf(placeAt(source.path)) : identityOfBytes(source);
}

async function assertRobotsAllow(
  source: IngestSource,
  send: Fetch,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (source.kind !== 'url' || (await createRobots(send, signal).allows(source.url))) return;
  throw fetchError('ROBOTS_REFUSED', 'The site asks programs not to fetch this address (robots.txt).', {
    hint: 'Open it in a browser, save it, and ingest the file.',
  });
}

function noteDeleted(): MemoraError {
  return new IngestError('Its note was deleted.', {
    code: 'NOTE_DELETED',
    hint: 'Forget the source with `memora ingest remove`, or ingest it again by name.',
  });
}

function toListed(record: SourceRecord): ListedSource {
  const { id, path, origin, kind, notes, follow, seen, goneSince, neededCredentials } = record;
  return { id, path, origin, kind, notes, follow, seen, goneSince, canRefresh: !neededCredentials };
}

/** Errors that would stop every other source as well. */
const STOPS: ReadonlySet<string> = new Set([
  'VAULT_LOCKED',
  'DISK_FULL',
  'READER_MISSING',
  'OCR_MISSING',
  'PATH_OUTSIDE_VAULT',
  'PATH_RESERVED',
]);

/** True if the note of a source is at its last known place. Another note may be there now. */
async function standsAt(vault: Vault, { id, path, noteMtimeMs }: SourceRecord): Promise<boolean> {
  const found = inspectNote(vault, path);
  if (found === null || found.mtimeMs === noteMtimeMs) return found !== null;
  return readNoteHead(await vault.readNote(path)).frontmatter.fields.get('id') === id;
}

function inspectNote(vault: Vault, path: string): { readonly mtimeMs: number } | null {
  try {
    return inspectFile(placeIn(vault.root, path));
  } catch {
    return null;
  }
}
