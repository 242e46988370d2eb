import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { indexVault, openClaimStore } from '@memora/claims';
import {
  createLexicalIndex,
  createRetriever,
  type PassageHit,
  type PassageQueryOptions,
  type PassageResult,
  type RetrieverOptions,
  type VectorIndex,
} from '@memora/retrieval';
import { openVault } from '@memora/vault';

/** A vault for asking questions. The notes are read in place; the database is in a folder that is deleted with it. */
export interface AskedVault extends AsyncDisposable {
  readonly seconds: number;
  readonly databaseBytes: number;
  readonly passages: number;
  readonly search: (
    question: string,
    options: PassageQueryOptions,
    tuning?: Omit<RetrieverOptions, 'store'>,
  ) => Promise<PassageResult>;
  /** The text of a prompt: the best passages that fit into this many characters, in the order of their notes. */
  readonly fill: (hits: readonly PassageHit[], budget: number) => string;
}

export async function openAskedVault(root: string, vectors: VectorIndex | null): Promise<AskedVault> {
  const kept = process.env['MEMORA_BENCH_KEEP'];
  const folder =
    kept === undefined ? mkdtempSync(join(tmpdir(), 'memora-asked-')) : join(kept, basename(root));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'memora.db');
  const store = await openClaimStore({
    path,
    indexes: [createLexicalIndex(), ...(vectors === null ? [] : [vectors])],
  });
  const started = process.cpuUsage();
  await indexVault({ vault: await openVault(root), store });
  const spent = process.cpuUsage(started);
  await vectors?.sync(store);
  store.database.pragma('wal_checkpoint(TRUNCATE)');
  const usual = vectors === null ? {} : { vectors };
  const retriever = createRetriever({ store, ...usual });
  const bytesByPath = new Map<string, Buffer>();
  const read = (note: string): Buffer => {
    const known = bytesByPath.get(note) ?? readFileSync(join(root, note));
    bytesByPath.set(note, known);
    return known;
  };
  return {
    seconds: (spent.user + spent.system) / 1e6,
    databaseBytes: statSync(path).size,
    passages: store.database.prepare<[], number>('SELECT count(*) FROM lexical_passages').pluck().get() ?? 0,
    search: (question, options, tuning) =>
      (tuning === undefined ? retriever : createRetriever({ store, ...usual, ...tuning })).passages(
        question,
        options,
      ),
    fill: (hits, budget) => fillPrompt(hits, budget, read),
    [Symbol.asyncDispose]: async () => {
      store.close();
      if (kept === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The best passages that fit into this many characters, in the order of their notes; adjacent ones are joined. */
export function fillPrompt(
  hits: readonly PassageHit[],
  budget: number,
  read: (note: string) => Uint8Array,
): string {
  const chosen: { readonly hit: PassageHit; readonly head: string; readonly text: string }[] = [];
  let length = 0;
  for (const hit of hits) {
    const { notePath, context } = hit.passage;
    const { headings, dates, speaker } = context;
    const head = `[${chosen.length + 1}] ${[notePath, ...headings].join(' › ')} (${[...dates, speaker ?? ''].join(', ')})`;
    const text = readShown(hit.passage, read(notePath));
    if (length + head.length + text.length + 2 > budget) break;
    length += head.length + text.length + 2;
    chosen.push({ hit, head, text });
  }
  chosen.sort((a, b) => byText(a.hit.passage.notePath, b.hit.passage.notePath) || a.hit.at - b.hit.at);
  return chosen
    .map(({ hit, head, text }, i) => {
      const before = chosen[i - 1]?.hit;
      const isNext = before?.passage.notePath === hit.passage.notePath && before.at + 1 === hit.at;
      return isNext ? text : `${head}\n${text}`;
    })
    .join('\n');
}

/** The text of a passage with its introduction, from the bytes of its note. */
export function readShown(
  { span, context: { leadIn, header } }: PassageHit['passage'],
  bytes: Uint8Array,
): string {
  const own = Buffer.from(bytes.subarray(span.start, span.end)).toString('utf8');
  return [leadIn, header, own].filter((each) => each !== null).join('\n');
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
