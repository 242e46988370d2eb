import { detectFormat } from './detect/detect-format.ts';
import type { Document, DocumentFormat } from './document.ts';
import { DOCUMENT_FORMATS } from './document.ts';
import { finishDocument } from './finish-document.ts';
import { loadReader } from './formats/load-reader.ts';
import { ingestError } from './ingest-error.ts';
import type { RecogniseText } from './ocr/page-picture.ts';
import { openSource } from './open-source.ts';

/** Metadata of a document, and the limits of reading it. */
export interface ReadDocumentOptions {
  /** File name or path; it becomes the title if the document has none. */
  readonly name?: string;
  /** A format of `DOCUMENT_FORMATS`, an extension or a media type, used if the content does not decide. */
  readonly type?: string;
  /** The address the bytes came from; nothing is fetched. */
  readonly url?: string;
  /** The character encoding from the sender. */
  readonly charset?: string;
  /** Pages of a PDF; 5,000 by default. */
  readonly maxPages?: number;
  /** Bytes of a document that must be in memory completely; 256 MiB by default. */
  readonly maxBytes?: number;
  /** Unpacked bytes of archives; 512 MiB by default. */
  readonly maxUnpackedBytes?: number;
  readonly signal?: AbortSignal;
  /** Recognises the text of pages that are pictures. Without it, pages without text are listed in a notice. */
  readonly recognise?: RecogniseText;
  /** Returns false once reading should stop: the document is then returned with a notice about the rest. */
  readonly mayGoOn?: () => boolean;
  /** Numbers of PDF pages to skip, ascending; a notice names them. */
  readonly costlyPages?: readonly number[];
  /** Called before each page of a PDF is read and after the last, with the number of pages read and their total. */
  readonly onPage?: (done: number, total: number) => void;
}

const MIB = 1024 * 1024;
/** Formats that are read in pieces, so that their size does not matter. */
const STREAMED = new Set<DocumentFormat>(['mbox']);

/**
 * The document in some bytes, as Markdown with its places in the original. Nothing is fetched, written or run. Throws an `IngestError` for an unreadable
 * document, and `SEVERAL_DOCUMENTS` for a mailbox, a feed or an export that holds more than one.
 */
export async function readDocument(bytes: Uint8Array, options: ReadDocumentOptions = {}): Promise<Document> {
  let only: Document | undefined;
  for await (const document of readDocuments(bytes, options)) {
    if (only !== undefined)
      throw ingestError('SEVERAL_DOCUMENTS', 'The source contains more than one document.', {
        hint: 'Read it with readDocuments, which gives one after the other.',
      });
    only = document;
  }
  if (only === undefined) throw ingestError('DOCUMENT_EMPTY', 'The source contains no document.');
  return only;
}

/** The documents of a source, one after the other: one for most formats; one per entry for a mailbox, a feed or an export. */
export async function* readDocuments(
  source: Uint8Array | AsyncIterable<Uint8Array>,
  options: ReadDocumentOptions = {},
): AsyncGenerator<Document> {
  const { name = null, type = null, url = null, charset = null, signal, recognise } = options;
  const { maxPages = 5_000, maxBytes = 256 * MIB, maxUnpackedBytes = 512 * MIB } = options;
  const input = await openSource(source);
  const told = { name, type };
  // An archive's directory is at its end.
  const known = formatOf(type) ?? (isZip(input.head) ? null : detectFormat(input.head, told));
  const isStreamed = known !== null && STREAMED.has(known);
  const bytes = isStreamed ? input.head : await input.readAll(maxBytes);
  const format = known ?? detectFormat(bytes, told);
  const { extractor, read } = await loadReader(format);
  const about = { format, extractor, name: baseName(name) };
  const found = read({
    bytes,
    chunks: input.chunks,
    name: about.name,
    url,
    charset,
    maxPages,
    costlyPages: options.costlyPages ?? [],
    maxUnpackedBytes,
    mayGoOn: options.mayGoOn ?? (() => true),
    onPage: options.onPage ?? (() => {}),
    ...(recognise === undefined ? {} : { recognise }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (!(Symbol.asyncIterator in found)) {
    const document = finishDocument(await found, about);
    if (document.markdown.trim() === '') throw emptyDocument(document);
    yield document;
    return;
  }
  for await (const parts of found) {
    signal?.throwIfAborted();
    yield finishDocument(parts, about);
  }
}

/** A document without text gets no note: there would be nothing to cite. */
function emptyDocument({ meta: { format, leftOut, notices } }: Document): Error {
  const { invisible } = leftOut;
  const why = [...notices, ...(invisible === 0 ? [] : [`Left out: ${invisible} invisible pieces of text.`])];
  return ingestError('DOCUMENT_EMPTY', [`It is ${format} and has no text.`, ...why].join(' '), {
    hint: 'Open it in the program that made it and check whether it shows text.',
  });
}

/** True for a type that names a format itself. For types that are extensions, the content decides anyway. */
function formatOf(type: string | null): DocumentFormat | null {
  return DOCUMENT_FORMATS.find((format) => format === type) ?? null;
}

function isZip([a, b]: Uint8Array): boolean {
  return a === 0x50 && b === 0x4b;
}

function baseName(name: string | null): string | null {
  return name?.replace(/^.*[\\/]/, '') ?? null;
}
