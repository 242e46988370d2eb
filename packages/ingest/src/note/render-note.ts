import { type Band, fingerprint, toInstantText } from '@memora/core';
import { parsePrivacyMarkers } from '@memora/privacy';
import type { DocumentMeta } from '../document.ts';
import { shortHash } from './source-id.ts';

/** The frontmatter of a document's note, besides the document's own metadata. */
interface NoteHeader {
  readonly id: string;
  readonly title: string;
  readonly region: string;
  readonly privacy: Band;
  readonly summary: string;
  /** An address or a file name. */
  readonly origin: string;
  /** True if an agent provided it. */
  readonly isAgents: boolean;
  /** BLAKE3 of the original's bytes. */
  readonly originHash: string;
  /** The path of the original in the vault; null if none is kept. */
  readonly originalPath: string | null;
  /** Ids of notes that it refers to. */
  readonly refs: readonly string[];
  readonly createdMs: number;
  readonly retrievedMs: number;
}

/** The bytes of a note: frontmatter, then the Markdown. */
export function renderNote(header: NoteHeader, meta: DocumentMeta, markdown: string): Uint8Array {
  const { language, authors, published, extractor, encoding, thread } = meta;
  const retrieved = toSecond(header.retrievedMs);
  const text = markdown.trim();
  const body = text === '' ? '' : `${text}\n`;
  const lines = [
    `id: ${quote(header.id)}`,
    `title: ${quote(header.title)}`,
    `source: ${header.isAgents ? 'agent' : 'reference'}`,
    `region: ${quote(header.region)}`,
    `privacy: ${header.privacy}`,
    `created: ${toSecond(header.createdMs)}`,
    `updated: ${retrieved}`,
    `summary: ${quote(header.summary)}`,
    'tags: []',
    `refs: [${header.refs.map(quote).join(', ')}]`,
    `origin: ${quote(header.origin)}`,
    `origin_hash: ${header.originHash}`,
    ...(header.originalPath === null ? [] : [`original: ${quote(header.originalPath)}`]),
    ...bodyHash(header.privacy, body),
    `retrieved: ${retrieved}`,
    ...(encoding === undefined ? [] : [`encoding: ${quote(encoding)}`]),
    ...(language === null ? [] : [`language: ${quote(language)}`]),
    ...(authors.length === 0 ? [] : [`authors: [${authors.map(quote).join(', ')}]`]),
    ...(published === undefined ? [] : [`published: ${published}`, `valid_from: ${published}`]),
    ...(thread === undefined ? [] : [`thread: ${quote(shortHash(thread.root))}`]),
    `extractor: ${quote(extractor)}`,
  ];
  return new TextEncoder().encode(`---\n${lines.join('\n')}\n---\n${body}`);
}

/** Identifies an unedited body. Omitted if the body holds a secret, because the hash of a short secret can be guessed. */
function bodyHash(privacy: Band, body: string): string[] {
  const bytes = new TextEncoder().encode(body);
  const hides = privacy === 'secret' || parsePrivacyMarkers(bytes).markers.length > 0;
  return hides ? [] : [`body_hash: ${fingerprint(bytes)}`];
}

function toSecond(milliseconds: number): string {
  return toInstantText(Math.floor(milliseconds / 1000) * 1000);
}

/**
 * A string as a YAML scalar in which no marker can be read: characters that could open one are escaped, and
 * YAML reads the same value.
 */
function quote(value: string): string {
  return JSON.stringify(value.toWellFormed()).replace(
    /[<>&%{}#\u2028\u2029\u0085\ufeff\u007f]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
