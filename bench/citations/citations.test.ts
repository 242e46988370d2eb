import { alignQuote, verifyCitations } from '@memora/validator';
import { describe, expect, it } from 'vitest';
import { freshSentences } from './fresh-sentences.ts';
import { halfOf } from './halves.ts';
import { judgePair } from './judge-pair.ts';
import { loadLabelledPairs } from './labelled-pairs.ts';
import { loadFreshTexts } from './load-fresh-texts.ts';
import { dataFolder, loadTexts } from './load-texts.ts';
import { generateProvenanceCases } from './provenance-cases.ts';
import { generateQuoteCases } from './quote-cases.ts';
import { isLieShown, isWhole, withoutMarkers } from './what-stands.ts';

const data = dataFolder();

describe('the halves of the citation benchmark', () => {
  it('puts a text into the same half for good', () => {
    expect(
      ['Tea is hot.', 'Drift uses Rust.', 'Die Miete ist hoch.', '家賃は高いです。'].map(halfOf),
    ).toEqual(['dev', 'held-out', 'held-out', 'dev']);
    expect(halfOf('Cafe\u0301')).toBe(halfOf('Caf\u00e9'));
  });

  it('asks what the clean text shows', () => {
    const lie = { verified: true, given: 'Tea is cold (in May).', disagreements: [] };
    const truth = 'Tea is hot (in May).';
    expect(isLieShown({ ...lie, clean: lie.given }, truth)).toBe(true);
    expect(isLieShown({ ...lie, clean: 'Tea is cold.' }, truth)).toBe(true);
    expect(isLieShown({ ...lie, clean: '' }, truth)).toBe(false);
    expect(isLieShown({ ...lie, verified: false, clean: lie.given }, truth)).toBe(false);
    const inBrackets = { ...lie, given: 'Tea is hot (in June).', clean: 'Tea is hot.' };
    expect(isLieShown(inBrackets, truth)).toBe(false);
    expect(isWhole(inBrackets)).toBe(false);
    expect(
      isLieShown({ ...lie, given: 'Tea is hot (in May).', clean: 'Tea is hot.' }, 'Tea is not hot (in May).'),
    ).toBe(true);
  });
});

describe('what rides along', () => {
  it('takes no marker for a word of the answer', () => {
    const clean = 'Tea is hot [claim:cg7kc5ar7y9rytqi]. Two of them [claim:cg7kc5ar7y9rytqi].';
    expect(withoutMarkers(clean)).toBe('Tea is hot. Two of them.');
    expect(withoutMarkers(clean)).not.toContain('claim');
    expect(withoutMarkers('They claim that tea is hot [claim:cg7kc5ar7y9rytqi].')).toContain('claim');
  });
});

/** A small version of `bench citations` for every test run; the benchmark has the figures. */
describe.skipIf(data === null)(
  'the citation benchmark, some cases of every attack (needs MEMORA_TEST_DATA)',
  () => {
    const texts = data === null ? [] : loadTexts(data);

    it('makes the same cases from the same seed', () => {
      expect(generateQuoteCases(texts, 3, 2)).toEqual(generateQuoteCases(texts, 3, 2));
    });

    it('holds out sentences that no other text of the bench has, and as many as it shows', () => {
      const folder = data as string;
      const fresh = loadFreshTexts(folder);
      const dev = freshSentences(fresh, texts, 'dev').get('en') as string[];
      const heldOut = freshSentences(fresh, texts, 'held-out').get('en') as string[];
      const known = new Set([
        ...dev,
        ...texts.flatMap(({ text, sentences }) =>
          sentences.map(({ start, end }) => text.slice(start, end).replace(/\s+/gu, ' ')),
        ),
      ]);
      expect(heldOut.filter((sentence) => known.has(sentence))).toEqual([]);
      expect(Math.abs(dev.length - heldOut.length)).toBeLessThan(dev.length / 20);
    });

    it('reads every labelled set once, with what people chose and the whole text', () => {
      const pairs = loadLabelledPairs(data as string);
      expect(new Set(pairs.map(({ set }) => set)).size).toBe(10);
      const wice = pairs.filter(({ set }) => set === 'WiCE dev');
      expect(wice.filter(({ supported }) => supported).length).toBe(115);
      for (const { gold, article } of wice) for (const sentence of gold) expect(article).toContain(sentence);
    });

    it('grounds no mutated quote, and refuses at most one harmless change in a hundred', () => {
      const { cases } = generateQuoteCases(texts, 20261121, 8);
      const judged = cases.map((one) => ({ ...one, ...alignQuote(one.source, one.quote) }));
      expect(
        judged
          .filter(({ harmless, excerptOf, grounded }) => !harmless && excerptOf === undefined && grounded)
          .map(({ quote }) => quote),
      ).toEqual([]);
      const good = judged.filter(({ harmless }) => harmless);
      expect(good.filter(({ grounded }) => !grounded).length).toBeLessThanOrEqual(good.length / 100);
    });

    it('shows no part of a sentence that a negator was cut from as if it were the sentence', async () => {
      const excerpts = generateQuoteCases(texts, 20261121, 8).cases.flatMap(({ quote, excerptOf }) =>
        excerptOf === undefined ? [] : [{ quote, sentence: excerptOf }],
      );
      expect(excerpts.length).toBeGreaterThan(20);
      const shown = [];
      for (const { quote, sentence } of excerpts) {
        const { clean } = await judgePair(quote, [sentence]);
        if (clean !== '') shown.push({ quote, sentence, clean });
      }
      expect(shown).toEqual([]);
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
          policy: 'strip',
        });
        expect(
          checks.map(({ status }, i) => (expected[i] === null ? null : status)),
          attack,
        ).toEqual(expected);
        for (const text of unsupported) expect(cleanText, attack).not.toContain(text);
      }
    });
  },
);
