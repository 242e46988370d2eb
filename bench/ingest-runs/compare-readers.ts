import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Report } from '../report.ts';
import { type Counts, countShared, NOTHING } from './count-shared.ts';
import { type FetchedDocument, fetchDocuments, KINDS } from './fetch-documents.ts';
import { type Mark, marksOf, openSeal, printMarks, type Seal } from './measure-seal.ts';
import { readReference } from './read-reference.ts';

const READER = new URL('../../packages/ingest/src/index.ts', import.meta.url).href;

/** Some of the kinds for a quick run: `MEMORA_BENCH_KINDS=docx,pdf`. */
const WANTED = process.env['MEMORA_BENCH_KINDS']?.split(',') ?? KINDS;
/** The most documents of a kind that are read, taken from the packages in turn. */
const MOST = Number(process.env['MEMORA_BENCH_MOST'] ?? 40);
/** A file with a line for each document that was read. A later run with this file reads only the missing ones. */
const KEPT = process.env['MEMORA_BENCH_RESUME'];
/** A run ends after this many seconds; with {@link KEPT}, the next run continues. */
const SECONDS = Number(process.env['MEMORA_BENCH_SECONDS'] ?? Number.POSITIVE_INFINITY);
/** The timeout for a document in clock milliseconds; other programs get as much again. */
const MS_OF_DOCUMENT = 480_000;

/** Documents whose name has bytes with an even sum were not inspected when a reader was repaired. */
const isHeldOut = (name: string): boolean => Buffer.from(name).reduce((sum, byte) => sum + byte, 0) % 2 === 0;

/** The parts of `@memora/ingest`'s reader that are used here. */
interface Reader extends AsyncDisposable {
  readonly read: (
    bytes: Uint8Array,
    options: { readonly name: string; readonly signal: AbortSignal },
  ) => AsyncIterable<{
    readonly title: string;
    readonly markdown: string;
    readonly meta: { readonly leftOut: { readonly words: number } };
  }>;
}

interface Compared extends Counts {
  readonly name: string;
  readonly kind: string;
  readonly refused: string | null;
  readonly by: string;
  /** Words that the reader reports as left out. */
  readonly said: number;
  readonly seconds: number;
  readonly marks: readonly Mark[];
}

/** Reads third-party documents, and compares the result with that of other programs. */
export async function compareReaders(report: Report): Promise<void> {
  const { documents: fetched, missing } = fetchDocuments();
  const documents = KINDS.filter((kind) => WANTED.includes(kind)).flatMap((kind) =>
    takeByTurns(fetched.filter((each) => each.kind === kind)),
  );
  if (missing.length > 0) report.note(`could not be got: ${missing.join(', ')}`);
  if (documents.length === 0) return;
  const all = await compareAll(documents);
  const left = documents.length - all.length;
  if (left > 0)
    report.note(`${left} documents are not read yet: run it again with the same MEMORA_BENCH_RESUME`);
  for (const [title, some] of [
    ['all', all],
    ['held out', all.filter(({ name }) => isHeldOut(name))],
    ['not held out', all.filter(({ name }) => !isHeldOut(name))],
  ] as const) {
    report.heading(`Documents that nobody here made: ${title} (${some.length})`);
    report.table(
      KINDS.flatMap((kind) => {
        const each = some.filter((one) => one.kind === kind);
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
    least.map(({ name, words, found, said }) => ({
      recall: (found / words).toFixed(3),
      words,
      'said left out': said,
      document: name.slice(0, 90),
    })),
  );
  for (const { name, refused } of all) if (refused !== null) report.note(`${refused}: ${name}`);
  printMarks(report, all);
  if (WANTED === KINDS) report.budget('documents', all.length, { min: 120 });
  report.budget(
    'of their words, read or said to be left out',
    sum(read, ({ found, words, said }) => Math.min(words, found + said)) / sum(read, ({ words }) => words),
    { min: 0.97 },
  );
}

/** The first of each package, then the second of each, up to {@link MOST}. */
function takeByTurns(documents: readonly FetchedDocument[]): FetchedDocument[] {
  const turns = new Map<string, number>();
  return documents
    .map((document) => {
      const turn = turns.get(document.from) ?? 0;
      turns.set(document.from, turn + 1);
      return { document, turn };
    })
    .sort((one, other) => one.turn - other.turn)
    .slice(0, MOST)
    .map(({ document }) => document);
}

async function compareAll(documents: readonly FetchedDocument[]): Promise<readonly Compared[]> {
  const kept =
    KEPT === undefined || !existsSync(KEPT)
      ? []
      : readFileSync(KEPT, 'utf8')
          .split('\n')
          .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Compared]));
  const before = new Map(kept.map((each) => [each.name, each]));
  const { createBoundedReader } = (await import(READER)) as {
    readonly createBoundedReader: () => Reader;
  };
  await using reader = createBoundedReader();
  const seal = await openSeal();
  const all: Compared[] = [];
  const begun = Date.now();
  for (const document of documents) {
    let compared = before.get(document.name);
    if (compared === undefined) {
      if (Date.now() - begun > SECONDS * 1_000) continue;
      process.stderr.write(`${all.length} of ${documents.length}: ${document.name}\n`);
      compared = await compare(document, reader, seal);
      if (KEPT !== undefined) appendFileSync(KEPT, `${JSON.stringify(compared)}\n`);
    }
    all.push(compared);
  }
  return all;
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
    beside: read.find(({ by }) => by !== '-')?.by ?? '-',
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

async function compare({ path, name, kind }: FetchedDocument, reader: Reader, seal: Seal): Promise<Compared> {
  const begun = process.cpuUsage();
  let [markdown, said] = ['', 0];
  let refused: string | null = null;
  const signal = AbortSignal.timeout(MS_OF_DOCUMENT);
  try {
    for await (const each of reader.read(readFileSync(path), { name: basename(path), signal })) {
      markdown += `\n# ${each.title}\n${each.markdown}`;
      said += each.meta.leftOut.words;
    }
  } catch (error) {
    refused = signal.aborted ? 'too slow' : ((error as { code?: string }).code ?? 'an error');
  }
  const { user, system } = process.cpuUsage(begun);
  const reference = refused === null ? readReference(path, kind, MS_OF_DOCUMENT) : null;
  return {
    ...{ name, kind, refused, said, by: reference?.by ?? '-', seconds: (user + system) / 1e6 },
    marks: marksOf(markdown, seal),
    ...(reference === null ? NOTHING : countShared(markdown, reference)),
    // No other program here reports how many tables a page has.
    ...(kind === 'pdf' ? { tablesFound: (markdown.match(/^\|(?: *:?-+:? *\|)+$/gm) ?? []).length } : {}),
  };
}

function sum<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((total, each) => total + of(each), 0);
}
