import { detectFormat } from './detect/detect-format.ts';
import type { Document, DocumentFormat } from './document.ts';
import { DOCUMENT_FORMATS } from './document.ts';
import { finishDocument } from './finish-document.ts';
import { loadReader } from './formats/load-reader.ts';
import { ingestError } from './ingest-error.ts';
import type { RecogniseText } from './ocr/page-picture.ts';
import { openSource } from './open-source.ts';

/** What is known of a document besides its bytes, and how much of it may be read. */
export interface ReadDocumentOptions {
  /** File name or path; it becomes the title where the document has none. */
  readonly name?: string;
  /** A format of `DOCUMENT_FORMATS`, an extension or a media type: for what the content does not tell. */
  readonly type?: string;
  /** The address the bytes came from; nothing is fetched. */
  readonly url?: string;
  /** The character encoding that the sender named. */
  readonly charset?: string;
  /** Pages of a PDF; 5,000 by default. */
  readonly maxPages?: number;
  /** Bytes of a document that must be in memory whole; 256 MiB by default. */
  readonly maxBytes?: number;
  /** What archives may unpack to; 512 MiB by default. */
  readonly maxUnpackedBytes?: number;
  readonly signal?: AbortSignal;
  /** Recognises the text of pages that are pictures. Without it a page without text is named. */
  readonly recognise?: RecogniseText;
  /** False once a document should be given as far as it was read, with what is missing said. */
  readonly mayGoOn?: () => boolean;
  /** Numbers of pages of a PDF that are left out and named in a notice, in ascending order. */
  readonly costlyPages?: readonly number[];
  /** Called before each page of a PDF is read and after the last: how many have been, and of how many. */
  readonly onPage?: (done: number, total: number) => void;
}

const MIB = 1024 * 1024;
/** Formats that are read piece by piece, so that their size is no matter. */
const STREAMED = new Set<DocumentFormat>(['mbox']);

/**
 * The document that bytes hold, as Markdown with its places in the original. Nothing is fetched, written or run. Throws an `IngestError`
 * for what can't be read, and `SEVERAL_DOCUMENTS` for a mailbox, a feed or an export that holds more than one.
 */
export async function readDocument(bytes: Uint8Array, options: ReadDocumentOptions = {}): Promise<Document> {
  let only: Document | undefined;
  for await (const document of readDocuments(bytes, options)) {
    if (only !== undefined)
      throw ingestError('SEVERAL_DOCUMENTS', 'The source holds more than one document.', {
        hint: 'Read it with readDocuments, which gives one after the other.',
      });
    only = document;
  }
  if (only === undefined) throw ingestError('DOCUMENT_EMPTY', 'The source holds no document.');
  return only;
}

/** The documents of a source, one after the other: one of most formats; of a mailbox, a feed or an export one an entry. */
export async function* readDocuments(
  source: Uint8Array | AsyncIterable<Uint8Array>,
  options: ReadDocumentOptions = {},
): AsyncGenerator<Document> {
  const { name = null, type = null, url = null, charset = null, signal, recognise } = options;
  const { maxPages = 5_000, maxBytes = 256 * MIB, maxUnpackedBytes = 512 * MIB } = options;
  const input = await openSource(source);
  const told = { name, type };
  // What an archive holds is at its end.
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

/** Nothing is made of a document without text: its note would be cited for nothing. */
function emptyDocument({ meta: { format, leftOut, notices } }: Document): Error {
  const { invisible } = leftOut;
  const why = [...notices, ...(invisible === 0 ? [] : [`Left out: ${invisible} invisible pieces of text.`])];
  return ingestError('DOCUMENT_EMPTY', [`It is ${format} and has no text.`, ...why].join(' '), {
    hint: 'Open it in its own program and check whether it shows text.',
  });
}

/** A type that names a format itself. What is one by its extension is decided by the content anyway. */
function formatOf(type: string | null): DocumentFormat | null {
  return DOCUMENT_FORMATS.find((format) => format === type) ?? null;
}

function isZip([a, b]: Uint8Array): boolean {
  return a === 0x50 && b === 0x4b;
}

function baseName(name: string | null): string | null {
  return name?.replace(/^.*[\\/]/, '') ?? null;
}
