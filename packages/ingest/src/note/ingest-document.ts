import { type Band, fingerprint, MemoraError } from '@memora/core';
import { parseNote, type Vault } from '@memora/vault';
import type { Document, LeftOut } from '../document.ts';
import { renderNote } from './render-note.ts';
import { type DocumentDetector, isPlain, sealMarkdown } from './seal-markdown.ts';
import { sourceId } from './source-id.ts';
import { summarise } from './summarise.ts';

export interface IngestDocumentOptions {
  /** What the source is, whatever it says: its path or address, and for one of several entries its key. The same source has the same note. */
  readonly identity: string;
  /** What the note names as its origin: an address or a file name. */
  readonly origin: string;
  /** The bytes that the document was read from, or their BLAKE3. */
  readonly original: Uint8Array | string;
  /** The folder of the note; `ingested` by default. */
  readonly region?: string;
  /** Who may see it; `private` by default. A document can ask for a stricter band, and for no looser one. */
  readonly privacy?: Band;
  readonly title?: string;
  /** When it was fetched, in milliseconds; now by default. */
  readonly retrievedMs?: number;
  /** Tells what would be written; writes nothing. */
  readonly dryRun?: boolean;
  /** What finds credentials and the like; that of `@memora/privacy` by default. */
  readonly detector?: DocumentDetector;
}

/** What came of one document. */
export interface IngestedDocument {
  /** The id of its note. */
  readonly id: string;
  /** Its note. */
  readonly path: string;
  readonly status: 'created' | 'updated' | 'unchanged';
  readonly title: string;
  readonly format: string;
  /** Places that were marked secret. */
  readonly sealed: number;
  readonly anchors: number;
  readonly leftOut: LeftOut;
  readonly notices: readonly string[];
}

const STRICTNESS: readonly Band[] = ['public', 'private', 'secret'];

/**
 * Writes a document into a vault as a note whose frontmatter names its origin. What the detector finds is marked secret before anything is
 * written. The same source has the same note; a note of somebody else at its place is never overwritten (`NOTE_EXISTS`).
 */
export async function ingestDocument(
  vault: Vault,
  document: Document,
  options: IngestDocumentOptions,
): Promise<IngestedDocument> {
  const { identity, origin, original, detector, dryRun = false, retrievedMs = Date.now() } = options;
  const { markdown, sealed, isSecret } = sealMarkdown(document.markdown, detector);
  const privacy = strictest([
    options.privacy ?? 'private',
    document.meta.privacy ?? 'public',
    isSecret ? 'secret' : 'public',
  ]);
  const show = (line: string, instead: string): string => (isPlain(line, detector) ? line : instead);
  const title = show(options.title ?? document.title, 'Untitled');
  const id = sourceId(show(slugSource(options.title ?? document.title, origin), 'document'), identity);
  const region = options.region ?? 'ingested';
  const path = region === 'default' ? `${id}.md` : `${region.replace(/\/+$/, '')}/${id}.md`;
  const originHash = typeof original === 'string' ? original : fingerprint(original);
  const standing = await readStanding(vault, path);
  const status =
    standing === null ? 'created' : isSame(standing, path, originHash, document) ? 'unchanged' : 'updated';
  if (status !== 'unchanged' && !dryRun) {
    const bytes = renderNote(
      {
        ...{ id, title, region, privacy, originHash, retrievedMs },
        origin: show(origin, 'hidden'),
        summary: show(summarise(markdown), title),
        createdMs: retrievedMs,
      },
      document,
      markdown,
    );
    await vault.replaceNote(path, standing, bytes);
  }
  const { format, leftOut, notices } = document.meta;
  return { id, path, status, title, format, sealed, anchors: document.anchors.length, leftOut, notices };
}

/** The name of a file, or the title of a page: what tells a reader most. */
function slugSource(title: string, origin: string): string {
  return /^[a-z]+:\/\//i.test(origin) ? title : origin.replace(/(?<=.)\.[\p{L}\d]{1,9}$/u, '') || title;
}

function strictest(bands: readonly Band[]): Band {
  return STRICTNESS[Math.max(...bands.map((band) => STRICTNESS.indexOf(band)))] ?? 'secret';
}

async function readStanding(vault: Vault, path: string): Promise<Uint8Array | null> {
  try {
    return await vault.readNote(path);
  } catch (error) {
    if (MemoraError.isInstance(error) && error.code === 'NOTE_NOT_FOUND') return null;
    throw error;
  }
}

/** Throws `NOTE_EXISTS` where the note at the place was not made of a document. */
function isSame(standing: Uint8Array, path: string, originHash: string, { meta }: Document): boolean {
  const { fields } = parseNote(standing, { path }).frontmatter;
  if (!fields.has('origin_hash'))
    throw new MemoraError(`There is already a note at ${path}.`, {
      code: 'NOTE_EXISTS',
      hint: 'Move it, or ingest into another region.',
    });
  return fields.get('origin_hash') === originHash && fields.get('extractor') === meta.extractor;
}
