import type { Report } from '../report.ts';
import { baseFigures } from './base-figures.ts';
import { BASE_COMMIT, loadBaseValidator } from './base-validator.ts';
import { measuredHalf } from './halves.ts';
import { judgePair } from './judge-pair.ts';
import type { LabelledPair } from './labelled-pairs.ts';
import { createSeededRandom } from './seeded-random.ts';
import { createTally, percent } from './tally.ts';
import { isWhole } from './what-stands.ts';

/** langextract compares every token of a source with every one of a quote: it sees some pairs of a set, of short evidence. */
const COMPARED = 60;
const SHORT = 4000;

interface Row {
  readonly set: string;
  supported: number;
  refused: number;
  unsupported: number;
  caught: number;
  /** What the base did of the same pairs: in this run, or as it is written down. */
  baseRefused: number;
  baseCaught: number;
}

/**
 * Statements that people labelled, given the span that the product gives: supported ones that do not stand whole, unsupported ones that are
 * caught, and supported ones that cite the span of another pair of their set. WiCE also with the whole article.
 */
export async function measureRelevance(
  report: Report,
  pairs: readonly LabelledPair[],
  seed: number,
): Promise<void> {
  const random = createSeededRandom(seed);
  const base = await loadBaseValidator();
  const given = pairs.filter(({ gold }) => gold.length > 0);
  const foreign = createTally();
  const rows: Row[] = [];
  for (const [set, own] of Map.groupBy(given, nameOf)) {
    rows.push(await judgeSet(set, own, (pair) => pair.gold));
    const supported = own.filter((pair) => pair.supported);
    for (const [i, pair] of supported.entries()) {
      const other = foreignTo(pair, own, random.below(own.length));
      if (other === null) continue;
      const evidence = other.gold.join('\n');
      const { verified, clean } = await judgePair(pair.statement, [evidence], other.context);
      foreign.add({
        kind: set,
        language: pair.language,
        statement: pair.statement,
        evidence,
        wrong: verified && clean !== '',
        lie: true,
        compare: i < COMPARED && evidence.length < SHORT,
      });
    }
  }
  const article = await judgeSet(
    'WiCE dev, whole article',
    pairs.filter(({ set }) => set === 'WiCE dev'),
    (pair) => pair.article,
  );
  report.heading('labelled statements with the span the product gives: refused, and caught');
  report.table([...rows, article].map(toRow));
  if (base === null)
    report.note(
      `the columns of ${BASE_COMMIT} are of an earlier run; MEMORA_BENCH_BASE=CHECKOUT judges them in this one`,
    );
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  const supported = sum((row) => row.supported);
  report.budget(
    'supported pairs refused, points over the baseline',
    (100 * (sum((row) => row.refused) - sum((row) => row.baseRefused))) / supported,
    {
      max: 0.5,
      unit: ' points',
      baseline: `${percent(
        sum((row) => row.baseRefused),
        supported,
      )} % of ${BASE_COMMIT}`,
    },
  );
  const gold = rows.find(({ set }) => set.startsWith('WiCE')) as Row;
  report.budget('WiCE, gold sentences: supported statements refused', (100 * gold.refused) / gold.supported, {
    max: 15,
    unit: '%',
    baseline: `${percent(gold.baseRefused, gold.supported)} % of ${BASE_COMMIT}`,
  });
  report.budget('WiCE, gold sentences: others caught', (100 * gold.caught) / gold.unsupported, {
    min: (100 * gold.baseCaught) / gold.unsupported,
    unit: '%',
    baseline: `${percent(gold.baseCaught, gold.unsupported)} % of ${BASE_COMMIT}`,
  });
  report.heading('supported statements with the span of another one: accepted, by set and language');
  report.table(foreign.rowsByKind('accepted'));
  report.budget('wrong evidence accepted, pooled', foreign.share(), {
    max: 10,
    unit: '%',
    baseline: foreign.baselines(),
  });

  async function judgeSet(
    set: string,
    own: readonly LabelledPair[],
    evidenceOf: (pair: LabelledPair) => readonly string[],
  ): Promise<Row> {
    const row: Row = {
      set,
      supported: 0,
      refused: 0,
      unsupported: 0,
      caught: 0,
      baseRefused: 0,
      baseCaught: 0,
    };
    for (const pair of own) {
      const spans = [evidenceOf(pair).join('\n')];
      const stands = isWhole(await judgePair(pair.statement, spans, pair.context));
      const stood =
        base === null || isWhole(await judgePair(pair.statement, spans, pair.context, { verify: base }));
      if (pair.supported) {
        row.supported++;
        if (!stands) row.refused++;
        if (!stood) row.baseRefused++;
      } else {
        row.unsupported++;
        if (!stands) row.caught++;
        if (!stood) row.baseCaught++;
      }
    }
    if (base === null) {
      const [refused, caught] = baseFigures[measuredHalf()][set] ?? [0, 0];
      row.baseRefused = refused;
      row.baseCaught = caught;
    }
    return row;
  }
}

function toRow({ set, supported, refused, unsupported, caught, baseRefused, baseCaught }: Row) {
  return {
    set,
    supported,
    refused,
    'refused %': percent(refused, supported),
    [`refused by ${BASE_COMMIT} %`]: percent(baseRefused, supported),
    unsupported,
    caught,
    'caught %': percent(caught, unsupported),
    [`caught by ${BASE_COMMIT} %`]: percent(baseCaught, unsupported),
    base: `${baseRefused}/${baseCaught}`,
  };
}

function nameOf({ set }: LabelledPair): string {
  return set === 'WiCE dev' ? 'WiCE dev, gold sentences' : set;
}

/** A pair of the set whose spans share none of the sentences. */
function foreignTo(pair: LabelledPair, pairs: readonly LabelledPair[], at: number): LabelledPair | null {
  for (let i = 0; i < pairs.length; i++) {
    const other = pairs[(at + i) % pairs.length] as LabelledPair;
    const sameNote =
      other.context.noteTitle !== undefined && other.context.noteTitle === pair.context.noteTitle;
    if (other.statement !== pair.statement && other.gold[0] !== pair.gold[0] && !sameNote) return other;
  }
  return null;
}
