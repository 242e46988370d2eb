import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noIndexStatus } from '../testing-fixtures/no-index-status.ts';
import { toDocument } from '../testing-fixtures/to-document.ts';
import type { CandidatePlan } from './choose-terms.ts';
import { createSqliteLexicalSource } from './create-sqlite-lexical-source.ts';
import { createLexicalIndex } from './tables/create-lexical-index.ts';

const TEXTS = [
  'a port in the harbor',
  'the harbor of a port, the port of a harbor',
  'a harbor with a port and a mole and a lamp and a mast',
  'lisbon',
  'oslo',
  'a port',
];
/** As rows are numbered: 1 is the first. */
const [IN_HARBOR, OF_HARBOR, LONG, LISBON, OSLO] = [1, 2, 3, 4, 5];

let db: BetterSqlite3.Database;
beforeEach(() => {
  db = new BetterSqlite3(':memory:');
  const index = createLexicalIndex();
  index.create(db, noIndexStatus);
  index.add(
    db,
    TEXTS.map((text, i) => toDocument({ text }, i)),
  );
});
afterEach(() => db.close());

const plan: CandidatePlan = {
  anyOf: ['lisbon', 'oslo'],
  together: [{ first: ['port'], others: ['harbor'] }],
  rarest: ['lisbon'],
  rest: null,
  cut: true,
};
const ranked = (asked: CandidatePlan, limit: number) => createSqliteLexicalSource(db).ranked(asked, limit);

describe('passages that a plan finds', () => {
  it('are those that hold words together, more of them in a large vault, and those of its rarest words', async () => {
    expect(await ranked(plan, 2)).toEqual([OF_HARBOR, IN_HARBOR, LONG, LISBON]);
  });

  it('are those of all its words where few hold any together', async () => {
    expect(await ranked(plan, 4)).toEqual([OF_HARBOR, IN_HARBOR, LONG, LISBON, OSLO]);
  });

  it('are those of all its words in a small vault', async () => {
    expect(await ranked({ ...plan, rarest: null }, 2)).toEqual([OF_HARBOR, IN_HARBOR, LISBON, OSLO]);
  });

  it('are those of each pair, whichever of its words is the rarer', async () => {
    const together = [
      { first: ['mole'], others: ['port', 'lamp'] },
      { first: ['port'], others: ['harbor', 'lamp'] },
    ];
    const large = await ranked({ ...plan, together, rarest: [] }, 3);
    expect(large.toSorted()).toEqual([IN_HARBOR, OF_HARBOR, LONG]);
    const small = await ranked({ ...plan, anyOf: [], together, rarest: null }, 3);
    expect(small.toSorted()).toEqual(large.toSorted());
  });

  it('are those that hold words together alone where none is rare', async () => {
    expect(await ranked({ ...plan, rarest: [] }, 2)).toEqual([OF_HARBOR, IN_HARBOR, LONG]);
  });
});
