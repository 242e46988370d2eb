import { type Band, fingerprint, MemoraError } from '@memora/core';
import { placeIn, setMode } from '@memora/privacy/files';
import type { Vault } from '@memora/vault';
import { checkFolder } from '@memora/vault/internal';
import { baseOf, mergeNote, type NoteBase } from '../again/merge-note.ts';
import { type EarlierRuns, findStanding, type StandingNote } from '../again/standing-note.ts';
import { tightenBand } from '../again/tighten-band.ts';
import type { Document, LeftOut } from '../document.ts';
import { titleOfName } from '../text/title-of-name.ts';
import { renderNote } from './render-note.ts';
import { type DocumentDetector, isPlain, sealMarkdown } from './seal-markdown.ts';
import { sourceId } from './source-id.ts';
import { summarise } from './summarise.ts';

/** Access to notes: those of a vault, or a substitute for them. */
export interface NoteFolder extends Pick<Vault, 'readNote' | 'replaceNote'> {
  /** The folder of the files, whose modes are tightened for secret notes; null if there are none. */
  readonly root: string | null;
}

export interface IngestDocumentOptions {
  /**
   * The identity of the source, independent of its content: its path or address, with a key for one of
   * several entries. The same source has the same note.
   */
  readonly identity: string;
  /** The origin that the note names: an address or a file name. */
  readonly origin: string;
  /** The original bytes of the document, or their BLAKE3. */
  readonly original: Uint8Array | string;
  /** The path of the original in the vault; null if none is kept. By default, the path in the existing note of the same version. */
  readonly originalPath?: string | null;
  /** Ids of notes that it refers to, such as that of the mail that a mail answers. */
  readonly refs?: readonly string[];
  /** The folder of the note; `ingested` by default. */
  readonly region?: string;
  /** The band of the note; `private` by default. A document can request a stricter band, never a looser one. */
  readonly privacy?: Band;
  readonly title?: string;
  /** When it was fetched, in milliseconds; now by default. */
  readonly retrievedMs?: number;
  /** Replaces the note with the new version if a person's edits can't be determined. */
  readonly replace?: boolean;
  /** An ingester's knowledge of earlier runs. Without it, edits can only be determined if there are none. */
  readonly earlier?: EarlierRuns;
  /** True if an agent provided the bytes: the note then names an agent as its author, and does not claim that a file of that name was read. */
  readonly isAgents?: boolean;
  /** Reports what would be written, and writes nothing. */
  readonly dryRun?: boolean;
  /** Finds credentials and other secrets; the detector of `@memora/privacy` by default. */
  readonly detector?: DocumentDetector;
}

/** The result for one document. */
export interface IngestedDocument {
  /** The id of its note. */
  readonly id: string;
  /** The path of its note. */
  readonly path: string;
  /** `kept`: the document has changed, but the note stays, because its edits can't be determined. */
  readonly status: 'created' | 'updated' | 'unchanged' | 'kept';
  readonly title: string;
  readonly format: string;
  /** Places of the note that a person edited, which are kept. */
  readonly edits: number;
  /** Of those, places where the document has changed too. */
  readonly conflicts: number;
  /** The state of the unedited note, without its text, for `earlier` of the next run; null without one. */
  readonly base: NoteBase | null;
  /** The path of its original in the vault; null if none is kept. */
  readonly original: string | null;
  /** The number of places that were marked secret. */
  readonly sealed: number;
  readonly anchors: number;
  readonly leftOut: LeftOut;
  readonly notices: readonly string[];
}

const STRICTNESS: readonly Band[] = ['public', 'private', 'secret'];

/**
 * Writes a document into a vault as a note whose frontmatter names its origin. Everything that the detector finds is marked secret before anything is written.
 * The same source has the same note; a foreign note at its place is never overwritten (`NOTE_EXISTS`).
 */
export async function ingestDocument(
  vault: NoteFolder,
  document: Document,
  options: IngestDocumentOptions,
): Promise<IngestedDocument> {
  const { identity, origin, original, detector, dryRun = false, retrievedMs = Date.now() } = options;
  const { markdown, open, sealed, isSecret } = sealMarkdown(document.markdown, detector);
  const privacy = strictest([
    options.privacy ?? 'private',
    document.meta.privacy ?? 'public',
    isSecret ? 'secret' : 'public',
  ]);
  const show = (line: string, instead: string): string => (isPlain(line, detector) ? line : instead);
  // A secret in a file name is also in the title, where its characters may differ.
  const isOfName = options.title === undefined && document.title === titleOfName(origin);
  const title =
    isOfName && !isPlain(origin, detector) ? 'Untitled' : show(options.title ?? document.title, 'Untitled');
  const id = sourceId(show(slugSource(options.title ?? document.title, origin), 'document'), identity);
  const region = options.region ?? 'ingested';
  if (region !== 'default') checkFolder(`${region.replace(/\/+$/, '')}/`);
  const path = region === 'default' ? `${id}.md` : `${region.replace(/\/+$/, '')}/${id}.md`;
  const originHash = typeof original === 'string' ? original : fingerprint(original);
  const earlier = options.earlier ?? null;
  const key = earlier?.key ?? ((text: string) => text);
  for (let tries = 1; ; tries++) {
    const standing = await findStanding(vault, { identity, path }, earlier);
    const next = renderNote(
      {
        ...{ title, region, privacy, originHash, retrievedMs },
        isAgents: options.isAgents === true,
        originalPath: options.originalPath ?? null,
        refs: options.refs ?? [],
        id: standing?.id ?? id,
        origin: show(origin, 'hidden'),
        summary: show(summarise(open), title),
        createdMs: retrievedMs,
      },
      { ...document.meta, authors: document.meta.authors.filter((author) => isPlain(author, detector)) },
      markdown,
    );
    const change = changeOf(standing, next, { originHash, extractor: document.meta.extractor }, key, options);
    try {
      if (change.bytes !== null && !dryRun) {
        await vault.replaceNote(standing?.path ?? path, standing?.bytes ?? null, change.bytes, {
          newMode: privacy === 'secret' || sealed > 0 ? 0o600 : 0o666,
        });
        if (privacy === 'secret' && standing !== null && vault.root !== null)
          setMode(placeIn(vault.root, standing.path), 0o600);
      }
    } catch (error) {
      // Somebody saved the note meanwhile, so their changes are merged too.
      if (tries < MOST_TRIES && MemoraError.isInstance(error) && error.code === 'NOTE_CHANGED') continue;
      throw error;
    }
    const { status, edits, conflicts } = change;
    const { format, leftOut, notices } = document.meta;
    const note = {
      id: standing?.id ?? id,
      path: standing?.path ?? path,
      base: earlier === null ? null : baseOf(next, key),
    };
    return {
      ...note,
      original: change.original,
      status,
      edits,
      conflicts,
      title,
      format,
      sealed,
      anchors: document.anchors.length,
      leftOut,
      notices,
    };
  }
}

const MOST_TRIES = 5;

interface NoteChange extends Pick<IngestedDocument, 'status' | 'edits' | 'conflicts' | 'original'> {
  /** Null if there is nothing to write. */
  readonly bytes: Uint8Array | null;
}

function changeOf(
  standing: StandingNote | null,
  next: Uint8Array,
  version: { readonly originHash: string; readonly extractor: string },
  key: (text: string) => string,
  {
    privacy,
    replace = false,
    originalPath,
  }: Pick<IngestDocumentOptions, 'privacy' | 'replace' | 'originalPath'>,
): NoteChange {
  const none = { bytes: null, edits: 0, conflicts: 0, original: originalPath ?? null };
  if (standing === null) return { ...none, status: 'created', bytes: next };
  const isSame = standing.originHash === version.originHash && standing.extractor === version.extractor;
  const before = typeof standing.original === 'string' ? standing.original : null;
  if (isSame && (originalPath === undefined || before === originalPath)) {
    const tightened = privacy === undefined ? null : tightenBand(standing.bytes, privacy);
    const status = tightened === null ? 'unchanged' : 'updated';
    return { ...none, original: before, status, bytes: tightened };
  }
  const base = standing.base ?? (replace ? baseOf(standing.bytes, key) : null);
  const merged = mergeNote(standing.bytes, next, base, key);
  if (merged === null || merged.isUnknown) return { ...none, status: 'kept' };
  const { bytes, edits, conflicts } = merged;
  return { ...none, status: 'updated', bytes, edits, conflicts };
}

/** The file name or the page title, whichever tells a reader more. */
function slugSource(title: string, origin: string): string {
  return /^[a-z]+:\/\//i.test(origin) ? title : origin.replace(/(?<=.)\.[\p{L}\d]{1,9}$/u, '') || title;
}

function strictest(bands: readonly Band[]): Band {
  return STRICTNESS[Math.max(...bands.map((band) => STRICTNESS.indexOf(band)))] ?? 'secret';
}
