import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PairContext } from './judge-pair.ts';
import { readJsonLines } from './load-texts.ts';
import { readSimilarPairs } from './read-similar-pairs.ts';

/** A statement that people compared with its evidence. */
export interface LabelledPair {
  readonly set: string;
  readonly language: string;
  readonly supported: boolean;
  readonly statement: string;
  /** The sentences that support or contradict it, which the product returns as one span. Empty if people chose none. */
  readonly gold: readonly string[];
  /** All sentences of their text; the same sentences if the set has no more. */
  readonly article: readonly string[];
  readonly context: PairContext;
}

/** Every labelled statement of the data. Only this file reads WiCE, FEVER-Symmetric, SciFact, STS and SummEdits. */
export function loadLabelledPairs(data: string): LabelledPair[] {
  return [...wice(data), ...fever(data), ...scifact(data), ...sts(data), ...summEdits(data)];
}

/** Partly supported counts as unsupported. The reader knows the title and section of the claim. */
function wice(data: string): LabelledPair[] {
  return readJsonLines<{
    label: string;
    claim: string;
    evidence: string[];
    supporting_sentences: number[][];
    meta: { claim_title: string; claim_section: string };
  }>(join(data, 'citation/wice/dev.jsonl')).map(
    ({ label, claim, evidence, supporting_sentences, meta }): LabelledPair => ({
      set: 'WiCE dev',
      language: 'en',
      supported: label === 'supported',
      statement: claim,
      gold: [...new Set(supporting_sentences.flat())].sort((a, b) => a - b).map((i) => evidence[i] ?? ''),
      article: evidence,
      context: { noteTitle: meta.claim_title, headingPath: [meta.claim_section] },
    }),
  );
}

function fever(data: string): LabelledPair[] {
  return readJsonLines<{ label: string; claim: string; evidence: string }>(
    join(data, 'citation/fever_symmetric/dev.jsonl'),
  ).map(({ label, claim, evidence }) => pairOf('FEVER-Symmetric dev', label === 'SUPPORTS', claim, evidence));
}

function scifact(data: string): LabelledPair[] {
  const folder = join(data, 'retrieval/scifact');
  if (!existsSync(folder)) return [];
  const documents = new Map(
    readJsonLines<{ doc_id: number; title: string; abstract: string[] }>(join(folder, 'corpus.jsonl')).map(
      (each) => [each.doc_id, each],
    ),
  );
  return ['train', 'dev'].flatMap((split) =>
    readJsonLines<{ claim: string; evidence: { doc_id: number; label: string; sentences: number[] }[] }>(
      join(folder, `claims_${split}.jsonl`),
    ).flatMap(({ claim, evidence }) =>
      evidence.flatMap(({ doc_id, label, sentences }): LabelledPair[] => {
        const document = documents.get(doc_id);
        if (document === undefined) return [];
        return [
          {
            set: `SciFact ${split}`,
            language: 'en',
            supported: label === 'SUPPORT',
            statement: claim,
            gold: sentences.map((i) => document.abstract[i] ?? ''),
            article: document.abstract,
            context: { noteTitle: document.title },
          },
        ];
      }),
    ),
  );
}

/** Sentences that people rated as equivalent: 4.8 of 5 and more. */
function sts(data: string): LabelledPair[] {
  return ['en', 'de', 'ja', 'ru', 'zh'].flatMap((language) =>
    readSimilarPairs(data, language).flatMap(([left, right, score]) =>
      score < 4.8 || left === right ? [] : [pairOf(`STS ≥ 4.8 ${language}`, true, right, left, language)],
    ),
  );
}

function summEdits(data: string): LabelledPair[] {
  return ['scitldr', 'sales_call', 'sales_email'].flatMap((domain) =>
    (
      JSON.parse(readFileSync(join(data, `citation/summedits/summedits_${domain}.json`), 'utf8')) as {
        doc: string;
        summary: string;
        label: number;
      }[]
    ).map(({ doc, summary, label }) => pairOf('SummEdits', label === 1, summary, doc)),
  );
}

function pairOf(
  set: string,
  supported: boolean,
  statement: string,
  evidence: string,
  language = 'en',
): LabelledPair {
  return {
    set,
    language,
    supported,
    statement,
    gold: [evidence],
    article: [evidence],
    context: {},
  };
}
