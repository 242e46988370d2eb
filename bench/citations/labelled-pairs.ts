import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PairContext } from './judge-pair.ts';
import { readJsonLines } from './load-texts.ts';

/** A statement that people compared with its evidence. */
export interface LabelledPair {
  readonly set: string;
  readonly supported: boolean;
  readonly statement: string;
  readonly spans: readonly string[];
  readonly context: PairContext;
}

/** Labelled statements with the spans that the product would give: the sentences that carry them. */
export function loadLabelledPairs(data: string): LabelledPair[] {
  return [...wice(data, true), ...fever(data), ...scifact(data), ...sts(data), ...summEdits(data)];
}

/** WiCE with all sentences that an annotator chose, or with the whole article. Partly supported counts as unsupported. */
export function wice(data: string, gold: boolean): LabelledPair[] {
  const lines = readJsonLines<{
    label: string;
    claim: string;
    evidence: string[];
    supporting_sentences: number[][];
    meta: { claim_title: string; claim_section: string };
  }>(join(data, 'citation/wice/dev.jsonl'));
  return lines.flatMap(({ label, claim, evidence, supporting_sentences, meta }) => {
    const chosen = [...new Set(supporting_sentences.flat())].sort((a, b) => a - b);
    if (gold && chosen.length === 0) return [];
    return [
      {
        set: gold ? 'WiCE dev, gold sentences' : 'WiCE dev, whole article',
        supported: label === 'supported',
        statement: claim,
        spans: [gold ? chosen.map((i) => evidence[i] ?? '').join('\n') : evidence.join('\n')],
        context: { noteTitle: meta.claim_title, headingPath: [meta.claim_section] },
      },
    ];
  });
}

function fever(data: string): LabelledPair[] {
  return readJsonLines<{ label: string; claim: string; evidence: string }>(
    join(data, 'citation/fever_symmetric/dev.jsonl'),
  ).map(({ label, claim, evidence }) => ({
    set: 'FEVER-Symmetric dev',
    supported: label === 'SUPPORTS',
    statement: claim,
    spans: [evidence],
    context: {},
  }));
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
      evidence.flatMap(({ doc_id, label, sentences }) => {
        const document = documents.get(doc_id);
        if (document === undefined) return [];
        return [
          {
            set: `SciFact ${split}`,
            supported: label === 'SUPPORT',
            statement: claim,
            spans: [sentences.map((i) => document.abstract[i] ?? '').join('\n')],
            context: { noteTitle: document.title },
          },
        ];
      }),
    ),
  );
}

/** Sentences that people found to say the same: 4.8 of 5 and more. */
function sts(data: string): LabelledPair[] {
  return ['en', 'de', 'ja', 'ru', 'zh'].flatMap((language) =>
    readFileSync(join(data, `sts/stsb-${language}-dev.csv`), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const match = /^(?:"((?:[^"]|"")*)"|([^,]*)),(?:"((?:[^"]|"")*)"|([^,]*)),([\d.]+)\s*$/.exec(line);
        if (match === null || Number(match[5]) < 4.8) return [];
        const [left, right] = [match[1] ?? match[2] ?? '', match[3] ?? match[4] ?? ''];
        return left === right
          ? []
          : [{ set: `STS ≥ 4.8 ${language}`, supported: true, statement: right, spans: [left], context: {} }];
      }),
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
    ).map(({ doc, summary, label }) => ({
      set: 'SummEdits',
      supported: label === 1,
      statement: summary,
      spans: [doc],
      context: {},
    })),
  );
}
