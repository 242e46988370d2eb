import { measureHeldOut } from './citations/held-out.ts';
import { dataFolder, loadTexts } from './citations/load-texts.ts';
import { measureDrift } from './citations/measure-drift.ts';
import { measureGuard } from './citations/measure-guard.ts';
import { measureProvenance } from './citations/measure-provenance.ts';
import { measureQuotes } from './citations/measure-quotes.ts';
import { measureRelevance } from './citations/measure-relevance.ts';
import { generateProvenanceCases } from './citations/provenance-cases.ts';
import { generateQuoteCases } from './citations/quote-cases.ts';
import type { Suite } from './report.ts';

/** Any whole number gives as good a benchmark; `MEMORA_BENCH_SEED` tries another. */
const SEED = Number(process.env['MEMORA_BENCH_SEED'] ?? 20261121);
const QUOTES_PER_ATTACK = 450;
const ANSWERS_PER_ATTACK = 200;

/** The adversarial benchmark: see bench/citations/README.md for what the cases are and how they are made. */
export const suite: Suite = {
  name: 'citations',
  async run(report) {
    const data = dataFolder();
    if (data === null) {
      report.note(
        'skipped: there is no ../shared/data beside the repository, and MEMORA_TEST_DATA names none',
      );
      return;
    }
    const texts = loadTexts(data);
    const { cases, discarded } = generateQuoteCases(texts, SEED, QUOTES_PER_ATTACK);
    report.note(
      `seed ${SEED}: ${cases.length} quotes from ${texts.length} texts; ${discarded} mutants discarded that their source also says`,
    );
    const answers = generateProvenanceCases(texts, SEED, ANSWERS_PER_ATTACK);
    await measureProvenance(report, answers);
    measureQuotes(report, cases);
    measureGuard(report, data);
    measureHeldOut(report, data);
    await measureRelevance(report, data, SEED);
    await measureDrift(report, texts, SEED);
    report.budget('cases', cases.length + answers.length, { min: 20_000 });
  },
};
