import type { Report } from '../report.ts';
import { type DriftPair, lies } from './drift-lies.ts';
import { judgePair } from './judge-pair.ts';
import { createSeededRandom } from './seeded-random.ts';
import { createTally, type Tally } from './tally.ts';
import { isLieShown } from './what-stands.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ru', 'ja', 'zh'] as const;
const EACH = 400;
const BASELINE_EACH = 12;

/**
 * Near-copies of real sentences with strict verification of the whole answer: lies that differ from their evidence in a word or two.
 */
export async function measureDrift(
  report: Report,
  sentencesBy: ReadonlyMap<string, readonly string[]>,
  namesBy: ReadonlyMap<string, readonly string[]>,
  seed: number,
): Promise<void> {
  const random = createSeededRandom(seed);
  report.heading('near-copies that lie: accepted of all, by kind and language');
  const lied = await measure(lies, sentencesBy, true, report, (make, sentence, language) =>
    make(sentence, { random, language, names: namesBy.get(language) ?? [] }),
  );
  report.table(lied.rowsByKind('accepted'));
  report.table(lied.rowsByLanguage('accepted'));
  report.budget('drift lies accepted', lied.share(), { max: 0.2, unit: '%', baseline: lied.baselines() });
}

async function measure<T>(
  kinds: Readonly<Record<string, T>>,
  sentencesBy: ReadonlyMap<string, readonly string[]>,
  lie: boolean,
  report: Report,
  pairOf: (make: T, sentence: string, language: string) => DriftPair | null,
): Promise<Tally> {
  const tally = createTally();
  const showsCases = process.env['MEMORA_BENCH_HALF'] === 'dev';
  for (const [kind, make] of Object.entries(kinds)) {
    for (const language of LANGUAGES) {
      let made = 0;
      // The sentences are ordered by source, so a step through all of them takes some from every source.
      for (const sentence of spread(sentencesBy.get(language) ?? [])) {
        if (made >= EACH) break;
        const pair = pairOf(make, sentence, language);
        if (pair === null) continue;
        made++;
        const verdict = await judgePair(pair.statement, [pair.evidence]);
        const wrong = isLieShown(verdict, pair.evidence);
        tally.add({ kind, language, ...pair, wrong, lie, compare: made <= BASELINE_EACH });
        if (wrong && showsCases) report.note(`${kind} ${language}: ${pair.evidence} → ${pair.statement}`);
      }
    }
  }
  return tally;
}

/** All items of a list in a mixed order. */
function* spread<T>(list: readonly T[]): Generator<T> {
  const stride = 17;
  for (let from = 0; from < stride; from++)
    for (let i = from; i < list.length; i += stride) yield list[i] as T;
}
