import { sampleOf } from '@memora/testing-fixtures/every-nth';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptRowsOf } from '../../source/kept-rows.ts';
import { noIndexStatus } from '../../testing-fixtures/no-index-status.ts';
import { toDocument } from '../../testing-fixtures/to-document.ts';
import type { CandidatePlan } from '../choose-terms.ts';
import { createSqliteLexicalSource } from '../create-sqlite-lexical-source.ts';
import { createLexicalIndex } from '../tables/create-lexical-index.ts';

const index = createLexicalIndex();
const WORDS = ['relai', 'harbor', 'port', '8080', 'lisbon', 'run', 'oslo'];
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 9 });
const documents = fc.array(fc.tuple(words, words), { minLength: 1, maxLength: 40 });
const terms = fc.array(fc.constantFrom(...WORDS, 'nowhere'), { maxLength: 5 });
const side = fc.array(fc.constantFrom(...WORDS, 'nowhere'), { minLength: 1, maxLength: 4 });
const pairs = fc.array(fc.record({ first: side, others: side }), { maxLength: 4 });
const plans = fc.array(fc.tuple(terms, pairs, fc.integer({ min: 1, max: 45 })), {
  minLength: 1,
  maxLength: 4,
});

test('what is kept of each term gives the list that one statement gives, also after a write', async () => {
  await fc.assert(
    fc.asyncProperty(documents, documents, plans, async (first, second, asked) => {
      const db = new BetterSqlite3(':memory:');
      index.create(db, noIndexStatus);
      const kept = keptRowsOf(db);
      const [plain, summing] = [
        createSqliteLexicalSource(db),
        createSqliteLexicalSource(db, undefined, undefined, kept),
      ];
      let key = 0;
      for (const some of [first, second]) {
        index.add(
          db,
          some.map(([text, title]) =>
            toDocument({ text: text.join(' '), noteTitle: title.join(' ') }, key++),
          ),
        );
        for (const [anyOf, together, limit] of [...asked, ...asked, ...asked]) {
          kept.renew();
          const plan: CandidatePlan = { anyOf, together, rarest: null, rest: null, cut: false };
          expect(await summing.ranked(plan, limit)).toEqual(await plain.ranked(plan, limit));
        }
      }
      db.close();
    }),
    { numRuns: sampleOf(100) },
  );
});
