import type { DocumentFormat } from '../document.ts';
import { ingestError } from '../ingest-error.ts';
import { checkIsText } from '../text/decode-text.ts';
import { nameBinary } from './name-binary.ts';

/** The sender's information about a document, used only if the content does not decide. */
interface ToldFormat {
  readonly name: string | null;
  /** A format, an extension or a media type. */
  readonly type: string | null;
}

/** The number of bytes that identify nearly every format. */
const HEAD = 64 * 1024;
/** The number of bytes for formats that are identified by their first line. */
const FIRST = 4 * 1024;

/**
 * The format of a document by its bytes, whatever its name. The name and the type decide only between kinds of plain text. Throws `NOT_TEXT` for a known format
 * without text and for an unknown format, and `DOCUMENT_DAMAGED` for text with the name of another format: a `.pdf` that holds a login page or a truncated
 * download.
 */
export function detectFormat(bytes: Uint8Array, { name, type }: ToldFormat): DocumentFormat {
  const head = bytes.subarray(0, HEAD);
  const first = toLatin(head.subarray(0, FIRST));
  if (first.slice(0, 1_024).includes('%PDF-')) return 'pdf';
  if (first.startsWith('PK\x03\x04') || first.startsWith('PK\x05\x06'))
    return formatOfZip(bytes, toLatin(head));
  const known = nameBinary(head);
  if (known !== null && isEncryptedOffice(bytes))
    throw ingestError('DOCUMENT_ENCRYPTED', 'The Office document is encrypted.', {
      hint: 'Save it without its password, and ingest that.',
    });
  if (known !== null)
    throw ingestError('NOT_TEXT', `It is ${known}.`, {
      hint: 'Convert it to a format that Memora reads; see the README of @memora/ingest.',
    });
  checkIsText(bytes);
  checkName(name, type);
  if (isCaptions(decodeHead(head.subarray(0, FIRST), first).trimStart())) return 'captions';
  return formatOfText(decodeHead(head, toLatin(head)), toldFormat(type) ?? toldFormat(extensionOf(name)));
}

/** Formats that are identified by their bytes, by file extension. */
const KNOWN_BY_BYTES = new Set(['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub', 'zip']);

/** If the sender names the type of the text, the type decides and not the name. */
function checkName(name: string | null, type: string | null): void {
  const extension = extensionOf(name)?.toLowerCase() ?? '';
  if (!KNOWN_BY_BYTES.has(extension) || toldFormat(type) !== null) return;
  throw ingestError('DOCUMENT_DAMAGED', `Its name ends in .${extension}, but it contains plain text.`, {
    hint: 'Get the document again. If the text is what you want, give the file a name that ends in .txt.',
  });
}

/** Office stores an encrypted document in its old container format, as a stream with this name. */
function isEncryptedOffice(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    'EncryptedPackage',
    0,
    'utf16le',
  );
}

function toLatin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function isCaptions(start: string): boolean {
  return (
    start.startsWith('WEBVTT') ||
    /^(?:\d+\s*\n)?\s*\d{1,3}:\d{2}(?::\d{2})?[.,]\d{1,3}\s*-->/.test(start.replace(/\r/g, ''))
  );
}

/** Decodes UTF-16 text. */
function decodeHead(head: Uint8Array, latin: string): string {
  if (!latin.slice(0, 200).includes('\0') && !/^(?:\xff\xfe|\xfe\xff)/.test(latin))
    return latin.replace(/^\xef\xbb\xbf/, '');
  return new TextDecoder(
    latin.startsWith('\xfe\xff') || latin.startsWith('\0') ? 'utf-16be' : 'utf-16le',
  ).decode(head);
}

const HTML = /^(?:\s|<!--[\s\S]{0,4000}?-->|<\?xml[^>]{0,200}\?>)*<(?:!doctype\s+html|html|head|body)[\s>]/i;
const MAIL_FIELD =
  /^(?:From|To|Date|Subject|Received|Return-Path|Delivered-To|MIME-Version|Message-ID|Content-Type|X-[\w-]+|Reply-To|DKIM-Signature):/i;

function formatOfText(text: string, told: DocumentFormat | null): DocumentFormat {
  const start = text.trimStart();
  if (HTML.test(start)) return 'html';
  if (start.startsWith('<')) {
    if (/<(?:rss|feed|rdf:RDF)[\s>]/i.test(start.slice(0, 4_000))) return 'feed';
    if (/<en-export[\s>]/.test(start.slice(0, 4_000))) return 'enex';
  }
  if (start.startsWith('{') && /"nbformat"|"cell_type"/.test(text)) return 'notebook';
  if (/^From \S+.*\r?\n(?:[\w-]+:|>)/.test(text)) return 'mbox';
  // A mail may begin with headers about its parts only; its name then decides.
  const isMail = told === 'mail' || /^(?:From|Date|Subject|Received|Message-ID):/im.test(headOf(text));
  if (MAIL_FIELD.test(text) && isMail) return told ?? 'mail';
  return told !== null && PLAIN.has(told) ? told : 'text';
}

/** Formats that can't be distinguished from plain text by their content. */
const PLAIN = new Set<DocumentFormat>(['markdown', 'table', 'html', 'captions']);

function headOf(text: string): string {
  return text.slice(0, Math.max(0, text.search(/\r?\n\r?\n/)));
}

function formatOfZip(bytes: Uint8Array, latin: string): DocumentFormat {
  // The names are in the directory at the end; those of the first entries are also in the head.
  const names = latin + Buffer.from(bytes.subarray(-4 * HEAD)).toString('latin1');
  if (names.includes('mimetypeapplication/epub+zip')) return 'epub';
  const odf = 'mimetypeapplication/vnd.oasis.opendocument.';
  if (names.includes(`${odf}text`)) return 'odt';
  if (names.includes(`${odf}spreadsheet`)) return 'ods';
  if (names.includes(`${odf}presentation`)) return 'odp';
  if (names.includes('word/document')) return 'docx';
  // A presentation with a chart contains a workbook.
  if (names.includes('ppt/presentation')) return 'pptx';
  if (names.includes('xl/workbook')) return 'xlsx';
  if (names.includes('META-INF/container.xml')) return 'epub';
  if (/[0-9a-f]{32}(?:_all)?\.(?:md|html|csv)/.test(names) || /Part-\d+\.zip/.test(names)) return 'notion';
  if (names.includes('.opendocument.')) throw ingestError('NOT_TEXT', 'It is a drawing.');
  throw ingestError('NOT_TEXT', 'It is a zip archive of an unknown kind.', {
    hint: 'Unpack it, and name the documents in it.',
  });
}

function extensionOf(name: string | null): string | null {
  return /\.([\p{L}\d]{1,12})$/u.exec(name ?? '')?.[1] ?? null;
}

const FORMAT_BY_TYPE: Readonly<Record<string, DocumentFormat>> = {
  txt: 'text',
  text: 'text',
  'text/plain': 'text',
  log: 'text',
  md: 'markdown',
  markdown: 'markdown',
  'text/markdown': 'markdown',
  vtt: 'captions',
  srt: 'captions',
  'text/vtt': 'captions',
  'application/x-subrip': 'captions',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  csv: 'table',
  tsv: 'table',
  tab: 'table',
  'text/csv': 'table',
  'text/tab-separated-values': 'table',
  eml: 'mail',
  'message/rfc822': 'mail',
  ipynb: 'notebook',
};

function toldFormat(type: string | null): DocumentFormat | null {
  return FORMAT_BY_TYPE[(type ?? '').split(';')[0]?.trim().toLowerCase() ?? ''] ?? null;
}
