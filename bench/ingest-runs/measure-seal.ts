import { parsePrivacyMarkers } from '@memora/privacy';
import type { Report } from '../report.ts';
import { CUT_PARTS, cutTokens } from './cut-tokens.ts';

const PACKAGE = new URL('../../packages/ingest/src/', import.meta.url);

/** Seals a document's Markdown, and counts the places. */
export type Seal = (markdown: string) => {
  readonly markdown: string;
  readonly sealed: number;
  readonly isSecret: boolean;
};

export async function openSeal(): Promise<Seal> {
  const { sealMarkdown } = (await import(new URL('note/seal-markdown.ts', PACKAGE).href)) as {
    readonly sealMarkdown: Seal;
  };
  return sealMarkdown;
}

/** How many ways of splitting a token leave a part of it visible. */
export async function measureSeal(report: Report): Promise<void> {
  const seal = await openSeal();
  const { readDocument } = (await import(new URL('index.ts', PACKAGE).href)) as {
    readonly readDocument: (
      bytes: Uint8Array,
      options: { readonly name: string },
    ) => Promise<{ readonly markdown: string }>;
  };
  const all = cutTokens();
  const open: string[] = [];
  for (const { cut, name, text, parts = CUT_PARTS } of all) {
    const { markdown, isSecret } = seal((await readDocument(Buffer.from(text), { name })).markdown);
    if (isSecret || parts.some((part) => shownOf(markdown).includes(part))) open.push(cut);
  }
  report.heading(`A token that is cut in ${all.length} ways`);
  report.note(`in sight, or the whole note is hidden: ${open.join('; ') || 'none'}`);
  report.budget('cut tokens that are sealed, and nothing else', 1 - open.length / all.length, { min: 0.98 });
}

/** A place that a seal hides, with the text before and after it. */
export interface Mark {
  readonly hidden: string;
  readonly before: string;
  readonly after: string;
}

/** The places that a seal hides in a document. */
export function marksOf(markdown: string, seal: Seal): readonly Mark[] {
  const sealed = seal(markdown);
  if (sealed.isSecret) return [{ hidden: 'the whole note', before: '', after: '' }];
  const oneLine = (text: string) => text.replaceAll('\n', ' ');
  return [...sealed.markdown.matchAll(/<!--privacy:secret-->([\s\S]*?)<!--\/privacy-->/g)].map(
    ({ 0: { length }, 1: hidden = '', index }) => ({
      hidden: hidden.slice(0, 90).replaceAll('\n', ' '),
      before: oneLine(sealed.markdown.slice(Math.max(0, index - 90), index)),
      after: oneLine(sealed.markdown.slice(index + length, index + length + 50)),
    }),
  );
}

/** Prints the places that a seal hides in third-party documents, for manual review: hardly anything in a public manual is secret. */
export function printMarks(
  report: Report,
  documents: readonly { readonly name: string; readonly marks: readonly Mark[] }[],
): void {
  const marks = documents.flatMap(({ name, marks }) =>
    marks.map((mark) => ({ document: name.slice(0, 60), ...mark })),
  );
  report.heading(`What the seal hides in them: ${marks.length} places in ${documents.length} documents`);
  report.table(marks);
}

/** The text for a reader without access to secrets, letters and digits alone. */
function shownOf(markdown: string): string {
  const bytes = Buffer.from(markdown);
  for (const { start, end, band } of parsePrivacyMarkers(bytes).regions)
    if (band === 'secret') bytes.fill(0x20, start, end);
  return bytes.toString().replace(/[^A-Za-z0-9]/g, '');
}
