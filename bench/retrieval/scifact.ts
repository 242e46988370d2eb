import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClaimIndex } from '@memora/claims';
import { createDocumentSet } from './document-set.ts';
import type { EvaluationSet } from './evaluation-set.ts';

/** SciFact: a scientific statement → the abstracts it cites. Parameters were chosen on `train`, figures are of `dev`. */
export async function createSciFactSet(
  data: string,
  split: 'train' | 'dev',
  indexes: readonly ClaimIndex[],
): Promise<EvaluationSet | null> {
  const folder = join(data, 'retrieval/scifact');
  if (!existsSync(folder)) return null;
  const corpus = readLines<{ doc_id: number; title: string; abstract: string[] }>(
    join(folder, 'corpus.jsonl'),
  );
  const claims = readLines<{ claim: string; cited: number[] }>(join(folder, `claims_${split}.jsonl`));
  return createDocumentSet(
    `SciFact ${split}`,
    'nDCG@10',
    corpus.map(({ doc_id, title, abstract }) => ({ id: String(doc_id), title, text: abstract.join(' ') })),
    claims
      .filter(({ cited }) => cited.length > 0)
      .map(({ claim, cited }) => ({ text: claim, relevant: new Set(cited.map(String)), group: 'en' })),
    indexes,
  );
}

function readLines<Line>(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}
