import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sentences of SciFact's abstracts and TimeQA's articles; a few built-in ones if the data is missing. */
export function readRealSentences(data: string): string[] {
  const sentences: string[] = [];
  const abstracts = join(data, 'retrieval/scifact/corpus.jsonl');
  if (existsSync(abstracts)) {
    for (const line of readFileSync(abstracts, 'utf8').trim().split('\n')) {
      sentences.push(...(JSON.parse(line) as { abstract: string[] }).abstract);
    }
  }
  const articles = join(data, 'temporal/timeqa/human_annotated_test.json');
  if (existsSync(articles)) {
    for (const { paras } of JSON.parse(readFileSync(articles, 'utf8')) as { paras: string[] }[]) {
      sentences.push(...paras.flatMap((paragraph) => paragraph.split(/(?<= \.) /u)));
    }
  }
  const usable = sentences
    .map((text) => text.replace(/\s+/gu, ' ').trim())
    .filter((text) => text.length > 40 && text.length < 240);
  return usable.length > 0 ? usable : FALLBACK;
}

const FALLBACK = [
  'The committee moved the release to the second week of March because the tests were slow.',
  'Patients who received the higher dose recovered faster than those who did not.',
  'The bridge was closed for two years and opened again after the repair of its eastern tower.',
];

/** The same numbers for the same seed, from 0 up to 1. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** New sentences with the words and word frequencies of real ones: the start of one and the end of another. */
export function createSentenceSource(sentences: readonly string[], random: () => number): () => string {
  const pick = () => (sentences[Math.floor(random() * sentences.length)] as string).split(' ');
  return () => {
    const [start, end] = [pick(), pick()];
    return [...start.slice(0, Math.ceil(start.length / 2)), ...end.slice(end.length >> 1)].join(' ');
  };
}
