import { readFileSync } from 'node:fs';
import { scoreExtraction } from './testing/score-extraction.ts';
import { extractOffline } from './offline/offline-extractor.ts';
const labels = readFileSync(new URL('../fixtures/extraction-study/labels.jsonl', import.meta.url), 'utf8').trim().split('\n').map((l) => JSON.parse(l));
for (const split of ['dev', 'held-out']) {
  const s = scoreExtraction(labels.filter((l) => l.split === split), '/work/shared/data/vaults', extractOffline);
  console.log(split, { ...s, mistakes: undefined, precision: (s.rightTriples / s.tripleCount).toFixed(3), recall: (s.foundTriples / s.wantedTriples).toFixed(3), claimed: (s.claimed / s.factual).toFixed(3) , others: (s.gatedOfOthers/(s.segments-s.factual)).toFixed(3)});
  if (split === 'dev' || process.argv[2] === 'all') console.log(s.mistakes.join('\n'));
}
