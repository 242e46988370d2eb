import type { DocumentFormat } from '../document.ts';
import type { FormatReader } from './format-reader.ts';

/** One module per format, loaded with its first document. */
const LOADERS: Readonly<Record<DocumentFormat, () => Promise<{ readonly reader: FormatReader }>>> = {
  text: () => import('./read-text.ts'),
  markdown: () => import('./read-markdown.ts'),
  captions: () => import('./read-captions.ts'),
  html: () => import('./read-html.ts'),
  pdf: () => import('./read-pdf.ts'),
  docx: () => import('./packed/read-docx.ts'),
  odt: () => import('./packed/read-odt.ts'),
  pptx: () => import('./packed/read-pptx.ts'),
  ods: () => import('./packed/read-ods.ts'),
  odp: () => import('./packed/read-odp.ts'),
  epub: () => import('./packed/read-epub.ts'),
  mail: () => import('./read-mail.ts'),
  mbox: () => import('./read-mbox.ts'),
  table: () => import('./read-table.ts'),
  xlsx: () => import('./packed/read-xlsx.ts'),
  notebook: () => import('./read-notebook.ts'),
  feed: () => import('./read-feed.ts'),
  enex: () => import('./read-enex.ts'),
  notion: () => import('./packed/read-notion.ts'),
};

/** The reader of a format. */
export async function loadReader(format: DocumentFormat): Promise<FormatReader> {
  return (await LOADERS[format]()).reader;
}
