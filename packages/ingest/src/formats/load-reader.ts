import type { DocumentFormat } from '../document.ts';
import { ingestError } from '../ingest-error.ts';
import type { FormatReader } from './format-reader.ts';

/** One module a format, loaded when the first document of it is read. */
const LOADERS: Partial<Record<DocumentFormat, () => Promise<{ readonly reader: FormatReader }>>> = {
  text: () => import('./read-text.ts'),
  markdown: () => import('./read-markdown.ts'),
  captions: () => import('./read-captions.ts'),
  html: () => import('./read-html.ts'),
  pdf: () => import('./read-pdf.ts'),
};

/** The reader of a format. */
export async function loadReader(format: DocumentFormat): Promise<FormatReader> {
  const load = LOADERS[format];
  if (load === undefined) throw ingestError('FORMAT_UNKNOWN', `The format ${format} is not read yet.`);
  return (await load()).reader;
}
