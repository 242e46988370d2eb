import { type Place, placeIn } from '@memora/privacy/files';
import type { DocumentFormat } from '../document.ts';

/** The folder of originals in a vault. It is not below `.memora/`, because originals can't be regenerated. */
const FOLDER = '_originals';

/** The file extensions of originals, so that their programs open them. None is a note. */
const ENDINGS: Readonly<Record<DocumentFormat, string>> = {
  text: 'txt',
  markdown: 'md.txt',
  captions: 'vtt',
  html: 'html',
  pdf: 'pdf',
  docx: 'docx',
  odt: 'odt',
  pptx: 'pptx',
  ods: 'ods',
  odp: 'odp',
  epub: 'epub',
  mail: 'eml',
  mbox: 'mbox',
  table: 'csv',
  xlsx: 'xlsx',
  notebook: 'ipynb',
  feed: 'xml',
  enex: 'enex',
  notion: 'zip',
};
const NAME = /^_originals\/([0-9a-f]{64})\.([a-z.]{2,8})$/;

/** An original, by the path in its note. */
export interface OriginalPath {
  /** BLAKE3 of its bytes. */
  readonly digest: string;
  readonly format: DocumentFormat;
  readonly place: Place;
}

/** The path of an original within its vault, by its bytes, so that equal bytes are stored once. */
export function originalPath(digest: string, format: DocumentFormat): string {
  return `${FOLDER}/${digest}.${ENDINGS[format]}`;
}

/** Parses the path of an original; null for any other path, which is not opened. */
export function parseOriginalPath(root: string, path: unknown): OriginalPath | null {
  const [, digest, ending] = typeof path === 'string' ? (NAME.exec(path) ?? []) : [];
  const found = Object.entries(ENDINGS).find(([, each]) => each === ending);
  if (digest === undefined || found === undefined) return null;
  return {
    digest,
    format: found[0] as DocumentFormat,
    place: placeIn(root, FOLDER, `${digest}.${ending}`),
  };
}
