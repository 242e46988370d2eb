import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractOffline } from '@memora/claims';
import { type SegmentLabel, scoreExtraction } from '@memora/claims/testing';
import type { Report, Suite } from './report.ts';

const LABELS = new URL('../packages/claims/fixtures/extraction-study/labels.jsonl', import.meta.url);

/** The offline extractor against 300 hand-labelled segments; the README beside the labels says what was looked at when. */
export const suite: Suite = {
  name: 'extraction',
  run: async (report: Report) => {
    const data =
      process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
    const vaults = join(data, 'vaults');
    if (!existsSync(vaults)) {
      report.note('Left out: the test data are not here.');
      return;
    }
    const labels = readFileSync(LABELS, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as SegmentLabel);
    for (const split of ['dev', 'held-out'] as const) {
      const half = labels.filter((label) => label.split === split);
      const score = scoreExtraction(half, vaults, extractOffline);
      report.heading(`${split}: ${score.segments} segments, ${score.factual} of them factual`);
      report.table([
        { count: 'asserted triples', of: score.tripleCount, right: score.rightTriples },
        { count: 'triples a careful reader would write', of: score.wantedTriples, right: score.foundTriples },
        { count: 'factual segments as claims', of: score.factual, right: score.claimed },
        { count: 'other segments left out', of: score.segments - score.factual, right: score.gatedOfOthers },
      ]);
      report.budget('precision of asserted triples', score.rightTriples / score.tripleCount, { min: 0.95 });
      report.budget('recall of triples', score.foundTriples / score.wantedTriples, { min: 0.6 });
      report.budget('recall of factual segments', score.claimed / score.factual, { min: 0.9 });
    }
  },
};
