import { freshSentences, namesOf } from './citations/fresh-sentences.ts';
import { measuredHalf } from './citations/halves.ts';
import { loadFreshTexts } from './citations/load-fresh-texts.ts';
import { dataFolder, loadTexts } from './citations/load-texts.ts';
import { measureDrift } from './citations/measure-drift.ts';
import { measureFreeRiders } from './citations/measure-free-riders.ts';
import { measureMarkers } from './citations/measure-markers.ts';
import { measureProvenance } from './citations/measure-provenance.ts';
import { measureQuotes } from './citations/measure-quotes.ts';
import { generateProvenanceCases } from './citations/provenance-cases.ts';
import { generateQuoteCases } from './citations/quote-cases.ts';
import type { Suite } from './report.ts';

/** Any whole number is a valid seed; `MEMORA_BENCH_SEED` sets another one. */
const SEED = Number(process.env['MEMORA_BENCH_SEED'] ?? 20261121);
const QUOTES_PER_ATTACK = 450;
const ANSWERS_PER_ATTACK = 200;

/** The adversarial benchmark. bench/citations/README.md describes the cases and how they are made. */
export const suite: Suite = {
  name: 'citations',
  async run(report) {
    const data = dataFolder();
    if (data === null) {
      report.note('skipped: MEMORA_TEST_DATA names no folder of test data');
      return;
    }
    const texts = loadTexts(data);
    const fresh = loadFreshTexts(data);
    const half = measuredHalf();
    const sentences = freshSentences(fresh, texts, half);
    report.note(`seed ${SEED}; near-copies and riders are of the ${half} half`);
    await measureDrift(report, sentences, namesOf(fresh), SEED);
    await measureFreeRiders(report, sentences, SEED);
    await measureMarkers(report, sentences, SEED);
    const answers = generateProvenanceCases(texts, SEED, ANSWERS_PER_ATTACK);
    await measureProvenance(report, answers);
    const { cases, discarded } = generateQuoteCases(texts, SEED, QUOTES_PER_ATTACK);
    report.note(
      `${cases.length} quotes from ${texts.length} texts; ${discarded} mutants discarded that their source also says`,
    );
    measureQuotes(report, cases);
    report.budget('cases', cases.length + answers.length, { min: 20_000 });
  },
};
