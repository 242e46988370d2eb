import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Report } from '../report.ts';
import { type FetchedDocument, fetchDocuments, KINDS } from './fetch-documents.ts';
import { openSeal, printMarks } from './measure-seal.ts';
import { type ReferenceText, readReference } from './read-reference.ts';

const READER = new URL('../../packages/ingest/src/index.ts', import.meta.url).href;

/** Some of the kinds for a quick look: `MEMORA_BENCH_KINDS=docx,pdf`. */
const WANTED = process.env['MEMORA_BENCH_KINDS']?.split(',') ?? KINDS;

/** Documents by a name whose last byte is even were not looked at when a reader was mended. */
const isHeldOut = ({ name }: FetchedDocument): boolean =>
  Buffer.from(name).reduce((sum, byte) => sum + byte, 0) % 2 === 0;

/** What is used here of the reader of `@memora/ingest`. */
interface Reader extends AsyncDisposable {
  readonly read: (
    bytes: Uint8Array,
    options: { readonly name: string },
  ) => AsyncIterable<{
    readonly title: string;
    readonly markdown: string;
    readonly meta: { readonly leftOut: { readonly words: number } };
  }>;
}

interface Compared {
  readonly document: FetchedDocument;
  readonly markdown: string;
  readonly refused: string | null;
  readonly by: string;
  readonly words: number;
  readonly found: number;
  readonly pairs: number;
  readonly pairsFound: number;
  readonly tables: number;
  /** Of them those whose rows are in the note, and those whose rows are rows there. */
  readonly tablesRead: number;
  readonly tablesFound: number;
  readonly places: number;
  readonly placed: number;
  /** Words that are missing, and words that the reader says it left out. */
  readonly missing: number;
  readonly said: number;
  readonly seconds: number;
}

/** Reads documents that nobody here made, and compares what is read with what other programs read of them. */
export async function compareReaders(report: Report): Promise<void> {
  const fetched = fetchDocuments();
  const documents = fetched.documents.filter(({ kind }) => WANTED.includes(kind));
  const { missing } = fetched;
  if (missing.length > 0) report.note(`could not be got: ${missing.join(', ')}`);
  if (documents.length === 0) return;
  const { createBoundedReader } = (await import(READER)) as {
    readonly createBoundedReader: () => Reader;
  };
  await using reader = createBoundedReader();
  const all: Compared[] = [];
  for (const document of documents) {
    all.push(await compare(document, reader));
    process.stderr.write(`\r${all.length} of ${documents.length} documents`);
  }
  for (const [title, some] of [
    ['all', all],
    ['held out', all.filter(({ document }) => isHeldOut(document))],
  ] as const) {
    report.heading(`Documents that nobody here made: ${title} (${some.length})`);
    report.table(
      KINDS.flatMap((kind) => {
        const each = some.filter(({ document }) => document.kind === kind);
        return each.length === 0 ? [] : [rowOf(kind, each)];
      }),
    );
  }
  const read = all.filter(({ refused, words }) => refused === null && words > 0);
  const least = read
    .filter(({ words }) => words >= 20)
    .sort((one, other) => one.found / one.words - other.found / other.words)
    .slice(0, 12);
  report.heading('Of these least was read');
  report.table(
    least.map(({ document, words, found, said }) => ({
      recall: (found / words).toFixed(3),
      words,
      'said left out': said,
      document: document.name.slice(0, 90),
    })),
  );
  for (const { document, refused } of all) if (refused !== null) report.note(`${refused}: ${document.name}`);
  printMarks(
    report,
    all.map(({ document, markdown }) => ({ name: document.name, markdown })),
    await openSeal(),
  );
  if (WANTED === KINDS) report.budget('documents', all.length, { min: 120 });
  report.budget(
    'of their words, read or said to be left out',
    sum(read, ({ found, words, said }) => Math.min(words, found + said)) / sum(read, ({ words }) => words),
    { min: 0.97 },
  );
}

function rowOf(kind: string, each: readonly Compared[]) {
  const read = each.filter(({ refused }) => refused === null);
  const share = (one: (each: Compared) => number, of: (each: Compared) => number): string => {
    const all = sum(read, of);
    return all === 0 ? '-' : (sum(read, one) / all).toFixed(3);
  };
  const recalls = read
    .filter(({ words }) => words > 0)
    .map(({ found, words }) => found / words)
    .sort((one, other) => one - other);
  return {
    kind,
    documents: each.length,
    read: read.length,
    beside: read[0]?.by ?? '-',
    'word recall': share(
      ({ found }) => found,
      ({ words }) => words,
    ),
    median: recalls[Math.floor(recalls.length / 2)]?.toFixed(3) ?? '-',
    order: share(
      ({ pairsFound }) => pairsFound,
      ({ pairs }) => pairs,
    ),
    'tables, as such': `${sum(read, (one) => one.tablesFound)} of ${kind === 'pdf' ? '?' : `${sum(read, (one) => one.tablesRead)} read of ${sum(read, ({ tables }) => tables)}`}`,
    places: share(
      ({ placed }) => placed,
      ({ places }) => places,
    ),
    'words missing': sum(read, (one) => one.missing),
    'said left out': sum(read, (one) => one.said),
    'longest s': Math.max(...each.map(({ seconds }) => seconds)).toFixed(1),
  };
}

async function compare(document: FetchedDocument, reader: Reader): Promise<Compared> {
  const begun = process.cpuUsage();
  let [markdown, said] = ['', 0];
  let refused: string | null = null;
  try {
    for await (const each of reader.read(readFileSync(document.path), { name: basename(document.path) })) {
      markdown += `\n# ${each.title}\n${each.markdown}`;
      said += each.meta.leftOut.words;
    }
  } catch (error) {
    refused = (error as { code?: string }).code ?? 'an error';
  }
  const { user, system } = process.cpuUsage(begun);
  const reference = refused === null ? readReference(document.path, document.kind) : null;
  const figures = reference === null ? NOTHING : countShared(markdown, reference);
  return {
    ...{ document, markdown, refused, said, by: reference?.by ?? '-', seconds: (user + system) / 1e6 },
    ...figures,
    // How many tables a page has, nobody else tells.
    ...(document.kind === 'pdf'
      ? { tablesFound: (markdown.match(/^\|(?: *:?-+:? *\|)+$/gm) ?? []).length }
      : {}),
  };
}

const NOTHING = {
  ...{ words: 0, found: 0, pairs: 0, pairsFound: 0, places: 0, placed: 0, missing: 0 },
  ...{ tables: 0, tablesRead: 0, tablesFound: 0 },
};

function countShared(markdown: string, { text, pages, tables }: ReferenceText) {
  const [own, other] = [wordsOf(shown(markdown)), wordsOf(text)];
  const found = shared(own, other);
  const pairs = pairsOf(other);
  return {
    words: other.length,
    found,
    missing: other.length - found,
    pairs: pairs.length,
    pairsFound: shared(pairsOf(own), pairs),
    ...countTables(markdown, tables ?? []),
    ...countPlaces(markdown, pages),
  };
}

/** A table is read where most of its rows are in the note word by word, and found where they are rows there. */
function countTables(markdown: string, tables: readonly (readonly string[])[]) {
  const line = (text: string) => ` ${wordsOf(text).join(' ')} `;
  const all = line(shown(markdown));
  const rows = shown(markdown)
    .split('\n')
    .filter((each) => each.startsWith('|'))
    .map(line);
  const most = (has: (row: string) => boolean) =>
    tables.filter((table) => table.filter((row) => has(line(row))).length * 2 > table.length).length;
  return {
    tables: tables.length,
    tablesRead: most((row) => all.includes(row)),
    tablesFound: most((row) => rows.some((each) => each.includes(row))),
  };
}

/** Runs of five words that stand on one page only, and how many of them the note has under that page. */
function countPlaces(markdown: string, pages: readonly string[]) {
  const runs = new Map<string, number>();
  for (const [i, page] of pages.entries())
    for (const run of runsOf(wordsOf(page))) runs.set(run, runs.has(run) ? -1 : i + 1);
  const own = markdown.split(/<!--anchor: page (\d+)-->/);
  let [places, placed] = [0, 0];
  for (let i = 1; i < own.length; i += 2)
    for (const run of runsOf(wordsOf(shown(own[i + 1] ?? '')))) {
      const page = runs.get(run) ?? -1;
      if (page < 0) continue;
      places++;
      // A paragraph that goes on over the end of a page stands where it begins.
      if (page === Number(own[i]) || page === Number(own[i]) + 1) placed++;
    }
  return { places, placed };
}

/** Markdown without comments, addresses of links and escapes. */
function shown(markdown: string): string {
  return markdown
    .replace(/<!--.*?-->/g, ' ')
    .replace(/\]\([^)\s]*\)/g, ' ')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&');
}

function wordsOf(text: string): string[] {
  // Of what is broken over two lines each program makes one word or two.
  const whole = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[-\u00ad\u2010]\s*\n\s*/g, '');
  return whole.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

const pairsOf = (words: readonly string[]): string[] =>
  words.slice(1).map((word, i) => `${words[i]} ${word}`);

const runsOf = (words: readonly string[]): string[] =>
  words.slice(4).map((_, i) => words.slice(i, i + 5).join(' '));

/** How many of the words of the second stand in the first, each as often. */
function shared(own: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1);
  let found = 0;
  for (const word of other) {
    const left = counts.get(word) ?? 0;
    if (left > 0) found++;
    counts.set(word, left - 1);
  }
  return found;
}

function sum<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((total, each) => total + of(each), 0);
}
