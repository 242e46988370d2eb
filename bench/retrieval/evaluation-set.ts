import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type Claim,
  type ClaimIndex,
  indexVault,
  openClaimStore,
  type SqliteClaimStore,
} from '@memora/claims';
import { openVault } from '@memora/vault';

/** A question with its answers. */
export interface Judged {
  readonly text: string;
  /** Ids of texts that answer; empty if the index has none, which counts as a miss for every contender. */
  readonly relevant: ReadonlySet<string>;
  readonly group: string;
}

/** A text as the baselines see it: the text of a claim's span, and its title. */
export interface SearchedText {
  readonly id: string;
  readonly text: string;
  readonly title: string;
}

/** Claims in a real store, questions about them, and the same texts for the baselines. */
export interface EvaluationSet extends AsyncDisposable {
  readonly name: string;
  readonly measure: 'nDCG@10' | 'recall@10' | 'recall@5';
  readonly store: SqliteClaimStore;
  readonly texts: readonly SearchedText[];
  readonly questions: readonly Judged[];
}

/** A note of a set. Spans are compared by their bytes in it. */
export interface SetNote {
  readonly path: string;
  readonly text: string;
}

export interface JudgedSpan {
  readonly text: string;
  readonly path: string;
  /** Bytes of the note that answer: a claim is relevant if its span overlaps one of them. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
  readonly group: string;
}

/** Indexes notes with the product's own pipeline and finds, for each question, the claims that contain its answer. */
export async function createVaultSet(
  name: string,
  measure: EvaluationSet['measure'],
  notes: readonly SetNote[],
  judged: readonly JudgedSpan[],
  indexes: readonly ClaimIndex[],
): Promise<EvaluationSet> {
  const root = mkdtempSync(join(tmpdir(), 'memora-bench-'));
  const bytesByPath = new Map<string, Buffer>();
  for (const { path, text } of notes) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    const bytes = Buffer.from(text);
    bytesByPath.set(path, bytes);
    writeFileSync(join(root, path), bytes);
    utimesSync(join(root, path), 1_700_000_000, 1_700_000_000);
  }
  const store = await openClaimStore({ path: join(root, '.memora', 'memora.db'), indexes });
  await indexVault({ vault: await openVault(root), store });
  const { claims } = await store.listClaims();
  const byPath = Map.groupBy(claims, ({ notePath }) => notePath);
  const questions = judged.map(({ text, path, spans, group }) => ({
    text,
    group,
    relevant: new Set(
      (byPath.get(path) ?? []).filter((claim) => meets(claim, spans)).map(({ id }) => id as string),
    ),
  }));
  const texts = claims.map((claim) => ({
    id: claim.id as string,
    text: bytesByPath.get(claim.notePath)?.subarray(claim.span.start, claim.span.end).toString() ?? '',
    title: claim.noteTitle,
  }));
  return {
    name,
    measure,
    store,
    texts,
    questions,
    [Symbol.asyncDispose]: async () => {
      await store.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function meets({ span }: Claim, spans: JudgedSpan['spans']): boolean {
  return spans.some(({ start, end }) => span.start < end && start < span.end);
}
