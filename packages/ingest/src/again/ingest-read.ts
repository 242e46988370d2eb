import { fingerprint } from '@memora/core';
import { inspectFile, placeIn } from '@memora/privacy/files';
import { type HiddenCredentials, hideCredentials } from '@memora/privacy/internal';
import type { Vault } from '@memora/vault';
import type { Document } from '../document.ts';
import { entryBytes } from '../note/entry-bytes.ts';
import { identityIn } from '../note/identity-in.ts';
import { type IngestedDocument, ingestDocument } from '../note/ingest-document.ts';
import type { DocumentDetector } from '../note/seal-markdown.ts';
import { withinTime } from '../ocr/open-tesseract.ts';
import type { RecogniseText } from '../ocr/page-picture.ts';
import { dropOriginal, keepOriginal, MOST_KEPT } from '../originals/keep-original.ts';
import { originalPath } from '../originals/original-place.ts';
import type { BoundedReader } from '../thread/read-bounded.ts';
import type { NoteFinder } from './find-notes.ts';
import type { IngestOptions, IngestOutcome } from './ingester.ts';
import type { SourceRead } from './open-read.ts';
import type { SourceRecords } from './source-records.ts';
import { endingOf } from './standing-note.ts';

interface IngestReadPorts {
  readonly vault: Vault;
  readonly records: SourceRecords;
  readonly reader: BoundedReader;
  readonly finder: NoteFinder;
  readonly detector: DocumentDetector | undefined;
  /** Returns a recogniser for text in these languages. */
  readonly recogniser: (languages: string) => Promise<RecogniseText>;
  /** Throws if robots may not fetch a feed of this source. */
  readonly mayKeepFeed: () => Promise<void>;
}

/** Reads a source, writes the notes of its documents, and then its record. */
export async function* ingestRead(
  read: SourceRead,
  options: IngestOptions,
  ports: IngestReadPorts,
): AsyncGenerator<IngestOutcome> {
  const { known } = read;
  const { dryRun = false, follow, signal, limits, onPage, ocr = known?.ocr } = options;
  if (read.isUnchanged && known !== null) {
    const { id, path, title, anchors, format } = known;
    const nothing = { edits: 0, conflicts: 0, sealed: 0, base: null, notices: [] };
    const leftOut = { invisible: 0, active: 0, words: 0, markers: 0 };
    const next = { ...known, ...read.state, follow: follow ?? known.follow, goneSince: null };
    if (!dryRun && JSON.stringify(next) !== JSON.stringify(known)) await ports.records.write(next);
    const { original } = known;
    const document = {
      ...{ id, path, title, anchors, format, leftOut, original, ...nothing },
      status: 'unchanged',
    } as const;
    yield { source: read.origin, status: 'unchanged', id, path, document, error: null };
    return;
  }
  const keys = new Map<string, number>();
  // Note ids of mails by mail key: a mail usually comes after the one that it answers.
  const mails = new Map<string, string>();
  let first: IngestedDocument | null = null;
  let last: Document | null = null;
  let [notes, kept] = [0, 0];
  const keeps = options.keepOriginal ?? known?.keepOriginal;
  let original: string | null | undefined = keeps === false ? null : undefined;
  const reading = ports.reader.read(await read.bytes(), {
    ...read.told,
    ...(signal === undefined ? {} : { signal }),
    ...(limits === undefined ? {} : { limits }),
    ...(onPage === undefined ? {} : { onPage }),
    ...(ocr === undefined ? {} : { recognise: withinTime(await ports.recogniser(ocr)) }),
  });
  for await (const each of reading) {
    const document = options.isAgents === true ? withoutCredentials(each) : each;
    if (document.meta.format === 'feed' && read.kind === 'url' && notes === 0) await ports.mayKeepFeed();
    // An original with a credential is not kept either.
    if (keeps === true && notes === 0 && document === each)
      original = await keep(read, document, options, ports);
    const { thread, key } = document.meta;
    const answered = thread === undefined || thread.answers === null ? undefined : mails.get(thread.answers);
    const about = {
      identity: identityIn(read.identity, document, keys),
      original,
      refs: answered === undefined ? [] : [answered],
    };
    const told = await ingestOne(document, read, about, options, ports);
    if (thread !== undefined && key !== undefined) mails.set(key, told.id);
    first ??= told;
    last = document;
    notes++;
    kept += told.status === 'kept' ? 1 : 0;
    yield {
      source: read.origin,
      status: told.status,
      id: told.id,
      path: told.path,
      document: told,
      error: null,
    };
  }
  if (!dryRun)
    for (const each of new Set([known?.original, original]))
      if (typeof each === 'string' && (each !== original || kept > 0)) await dropOriginal(ports.vault, each);
  // If a note was kept instead of replaced, its source is read again the next time.
  if (dryRun || first === null || last === null || read.kind === 'bytes' || kept > 0) return;
  await ports.records.write({
    ...{
      identity: read.identity,
      kind: read.kind,
      origin: read.origin,
      hash: await read.hash(),
      ...read.state,
    },
    ...{
      region: options.region ?? known?.region ?? 'ingested',
      privacy: options.privacy ?? known?.privacy ?? null,
    },
    ...{ seen: new Date().toISOString(), goneSince: null, follow: follow ?? known?.follow ?? false },
    ...{ keepOriginal: keeps ?? false, original: original ?? null },
    ...(ocr === undefined ? {} : { ocr }),
    ...{
      format: last.meta.format,
      extractor: last.meta.extractor,
      notes,
      id: first.id,
      path: first.path,
      title: first.title,
      anchors: first.anchors,
    },
    noteMtimeMs: inspectFile(placeIn(ports.vault.root, first.path))?.mtimeMs ?? 0,
  });
}

/** A document from an agent without its credentials; the same document if it has none. */
function withoutCredentials(document: Document): Document {
  const [title, markdown] = [document.title, document.markdown].map(hideCredentials) as [
    HiddenCredentials,
    HiddenCredentials,
  ];
  if (title.hidden.length + markdown.hidden.length === 0) return document;
  return { ...document, title: title.text, markdown: markdown.text };
}

async function ingestOne(
  document: Document,
  read: SourceRead,
  {
    identity,
    original: kept,
    refs,
  }: {
    readonly identity: string;
    readonly original: string | null | undefined;
    readonly refs: readonly string[];
  },
  options: IngestOptions,
  { vault, records, finder, detector }: IngestReadPorts,
): Promise<IngestedDocument> {
  const { region = read.known?.region, title, dryRun = false, replace = false } = options;
  const privacy = options.privacy ?? read.known?.privacy ?? undefined;
  const ending = endingOf(identity);
  const noted = records.readNote(read.identity, ending);
  // Only an entry's own text is hashed, because other entries of the source are added and removed.
  const original = identity === read.identity ? await read.hash() : fingerprint(entryBytes(document));
  const told = await ingestDocument(vault, document, {
    ...{ identity, origin: read.origin, original, refs, dryRun, replace },
    ...(kept === undefined ? {} : { originalPath: kept }),
    ...(region === undefined ? {} : { region }),
    ...(privacy === undefined ? {} : { privacy }),
    ...(title === undefined ? {} : { title }),
    ...(options.isAgents === undefined ? {} : { isAgents: options.isAgents }),
    ...(detector === undefined ? {} : { detector }),
    earlier: { key: records.key, known: noted, locate: (end) => finder.byEnding(end) },
  });
  const isTold = told.status === 'unchanged' && noted?.id === told.id && noted.path === told.path;
  if (!dryRun && told.base !== null && told.status !== 'kept' && !isTold)
    await records.writeNote(read.identity, { ending, id: told.id, path: told.path, base: told.base });
  return told;
}

/** Keeps the original bytes of documents; null if they are too large. Writes nothing in a dry run. */
async function keep(
  read: SourceRead,
  { meta }: Document,
  { dryRun = false }: IngestOptions,
  { vault }: IngestReadPorts,
): Promise<string | null> {
  if (read.state.size > MOST_KEPT) return null;
  const path = originalPath(await read.hash(), meta.format);
  if (!dryRun) await keepOriginal(vault.root, path, await read.bytes());
  return path;
}
