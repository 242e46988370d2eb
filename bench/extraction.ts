import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractOffline } from '@memora/claims';
import { type SegmentLabel, scoreExtraction } from '@memora/claims/testing';
import { askModel, openBenchModel } from './extraction-runs/ask-model.ts';
import type { Report, Suite } from './report.ts';

const LABELS = new URL('../packages/claims/fixtures/extraction-study/labels.jsonl', import.meta.url);

/**
 * The offline extractor, or with `--model NAME` a model's, compared with 300 hand-labelled segments. The
 * README next to the labels says which of them were inspected, and when.
 */
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
    const name = process.env['MEMORA_BENCH_MODEL'];
    if (name !== undefined)
      report.note(`Asked: ${name}. The budgets are those that a model has to keep to be worth its time.`);
    for (const split of ['dev', 'held-out'] as const) {
      const half = labels.filter((label) => label.split === split);
      const asked = name === undefined ? null : await askModel(half, vaults, openBenchModel(name));
      const score = scoreExtraction(half, vaults, asked?.extract ?? extractOffline);
      if (asked !== null) report.note(`Requests failed for ${asked.failed} segments.`);
      report.heading(`${split}: ${score.segments} segments, ${score.factual} of them factual`);
      report.table([
        { count: 'asserted triples', of: score.tripleCount, right: score.rightTriples },
        { count: 'triples a careful reader would write', of: score.wantedTriples, right: score.foundTriples },
        { count: 'factual segments as claims', of: score.factual, right: score.claimed },
        { count: 'other segments left out', of: score.segments - score.factual, right: score.gatedOfOthers },
      ]);
      report.budget('precision of asserted triples', score.rightTriples / score.tripleCount, { min: 0.95 });
      report.budget('recall of triples', score.foundTriples / score.wantedTriples, {
        min: name === undefined ? 0.5 : 0.6,
      });
      report.budget('recall of factual segments', score.claimed / score.factual, { min: 0.9 });
    }
  },
};
