import type { Report } from '../report.ts';
import { judgePair } from './judge-pair.ts';
import { type LabelledPair, loadLabelledPairs, wice } from './labelled-pairs.ts';
import { createSeededRandom } from './seeded-random.ts';

/** Supported pairs refused in % before relevance and drift were judged, by this file at commit e708a75 (its own validator). */
const BEFORE: Readonly<Record<string, number>> = {
  'WiCE dev, gold sentences': 16.52,
  'FEVER-Symmetric dev': 21.75,
  'SciFact train': 24.84,
  'SciFact dev': 25.46,
  'STS ≥ 4.8 en': 1.19,
  'STS ≥ 4.8 de': 21.62,
  'STS ≥ 4.8 ja': 6.33,
  'STS ≥ 4.8 ru': 13.04,
  'STS ≥ 4.8 zh': 2.67,
  SummEdits: 0.4,
  'WiCE dev, whole article': 9.57,
};

/** Supported statements that lose their only citation, and statements that cite a span of another pair of their set. */
export async function measureRelevance(report: Report, data: string, seed: number): Promise<void> {
  const random = createSeededRandom(seed);
  const bySet = Map.groupBy([...loadLabelledPairs(data), ...wice(data, false)], ({ set }) => set);
  const rows: {
    set: string;
    supported: number;
    refused: number;
    unsupported: number;
    caught: number;
    foreign: number;
    accepted: number;
  }[] = [];
  for (const [set, pairs] of bySet) {
    const row = { set, supported: 0, refused: 0, unsupported: 0, caught: 0, foreign: 0, accepted: 0 };
    for (const pair of pairs) {
      const { verified } = await judgePair(pair.statement, pair.spans, pair.context);
      if (!pair.supported) {
        row.unsupported++;
        if (!verified) row.caught++;
        continue;
      }
      row.supported++;
      if (!verified) row.refused++;
      if (set.includes('whole article')) continue;
      const other = foreignTo(pair, pairs, random.below(pairs.length));
      if (other === null) continue;
      row.foreign++;
      if ((await judgePair(pair.statement, other.spans, other.context)).verified) row.accepted++;
    }
    rows.push(row);
  }
  report.heading(
    'supported statements with the span the product gives, and with a span of another statement',
  );
  report.table(
    rows.map(({ set, supported, refused, unsupported, caught, foreign, accepted }) => ({
      set,
      supported,
      'refused %': percent(refused, supported),
      'before %': BEFORE[set]?.toFixed(2) ?? '',
      'unsupported caught %': percent(caught, unsupported),
      'wrong evidence': foreign,
      'accepted %': percent(accepted, foreign),
    })),
  );
  const product = rows.filter(({ set }) => !set.includes('whole article'));
  const sum = (of: (row: (typeof rows)[number]) => number) =>
    product.reduce((total, row) => total + of(row), 0);
  const before = product.reduce(
    (total, { set, supported }) => total + ((BEFORE[set] ?? 0) * supported) / 100,
    0,
  );
  const refused = (100 * sum((row) => row.refused)) / sum((row) => row.supported);
  report.budget(
    'supported pairs refused, points over the baseline',
    refused - (100 * before) / sum((row) => row.supported),
    {
      max: 0.5,
      unit: ' points',
      baseline: `${((100 * before) / sum((row) => row.supported)).toFixed(2)} %`,
    },
  );
  report.budget(
    'wrong evidence accepted, pooled',
    (100 * sum((row) => row.accepted)) / sum((row) => row.foreign),
    {
      max: 10,
      unit: '%',
    },
  );
  const gold = rows.find(({ set }) => set.includes('gold'));
  if (gold !== undefined)
    report.budget(
      'WiCE, gold sentences: supported statements refused',
      (100 * gold.refused) / gold.supported,
      { max: 15, unit: '%', baseline: '22.7 %' },
    );
}

/** A pair of the set whose spans share none of the sentences. */
function foreignTo(pair: LabelledPair, pairs: readonly LabelledPair[], at: number): LabelledPair | null {
  for (let i = 0; i < pairs.length; i++) {
    const other = pairs[(at + i) % pairs.length] as LabelledPair;
    const sameNote =
      other.context.noteTitle !== undefined && other.context.noteTitle === pair.context.noteTitle;
    if (other.statement !== pair.statement && other.spans[0] !== pair.spans[0] && !sameNote) return other;
  }
  return null;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '' : ((100 * part) / whole).toFixed(2);
}
