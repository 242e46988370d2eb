import { alignQuote, verifyCitations } from '@memora/validator';
import { describe, expect, it } from 'vitest';
import { dataFolder, loadTexts } from './load-texts.ts';
import { generateProvenanceCases } from './provenance-cases.ts';
import { generateQuoteCases } from './quote-cases.ts';

const data = dataFolder();

/** A small version of `bench citations` for every run of the tests; the benchmark has the figures. */
describe.skipIf(data === null)(
  'the citation benchmark, some cases of every attack (needs ../shared/data)',
  () => {
    const texts = data === null ? [] : loadTexts(data);

    it('makes the same cases from the same seed', () => {
      expect(generateQuoteCases(texts, 3, 2)).toEqual(generateQuoteCases(texts, 3, 2));
    });

    it('grounds no mutated quote, and refuses at most one harmless change in a hundred', () => {
      const { cases } = generateQuoteCases(texts, 20261121, 8);
      const judged = cases.map((one) => ({ ...one, ...alignQuote(one.source, one.quote) }));
      expect(
        judged.filter(({ harmless, grounded }) => !harmless && grounded).map(({ quote }) => quote),
      ).toEqual([]);
      const good = judged.filter(({ harmless }) => harmless);
      expect(good.filter(({ grounded }) => !grounded).length).toBeLessThanOrEqual(good.length / 100);
    });

    it('gives every provenance attack its status, and lets nothing unsupported stand', async () => {
      for (const {
        attack,
        answer,
        claims,
        notes,
        allowedIds,
        expected,
        unsupported,
      } of generateProvenanceCases(texts, 7, 3)) {
        const { checks, cleanText } = await verifyCitations(answer, {
          claims: async () => claims,
          sources: async (path) => notes.get(path) ?? null,
          allowedIds,
        });
        expect(
          checks.map(({ status }) => status),
          attack,
        ).toEqual(expected);
        for (const text of unsupported) expect(cleanText, attack).not.toContain(text);
      }
    });
  },
);
