import { describe, expect, it } from 'vitest';
import { verifyAgainst } from '../documents.ts';
import { checkCriticalTokens } from './check-critical-tokens.ts';

/** Whole answers: the statement cites the evidence, and stays. */
const same: readonly [statement: string, evidence: string][] = [
  ['He was bishop there from 11 June 2003 on.', 'Bishop there (2003.06.11 – 2009.05.07).'],
  ['He gave up the station in the 1990s.', 'He gave up the station in 1994.'],
  ["He gave up the station in the 2000's.", 'He gave up the station in 2001.'],
  [
    'The motto, "Nyle ye drede", means "fear nothing".',
    "The old motto, 'Nyle ye Drede', means 'Fear nothing'.",
  ],
  ['He is a two-time winner of the award.', 'He won the award twice.'],
  ['In the fourth quarter, sales rose 10%.', 'In Q4, sales rose by ten percent.'],
  ['WWII ended his career as a painter.', 'World War II ended his career as a painter.'],
  ['More than a dozen people were hurt there.', '14 people were hurt there.'],
  ['The Securities and Exchange Commission fined the bank.', 'The SEC fined the bank.'],
  ['Deinen Notizen zufolge benutzt Drift Rust.', 'Drift benutzt Rust.'],
  ['The parser is by Irene Castellano.', 'Irene Castellano-Ruiz wrote the parser in a week.'],
];

/** What stands as near, and says something else. */
const other: readonly [statement: string, evidence: string][] = [
  ['The British team won the last game.', 'The team of France won the last game.'],
  ['The American team saw us win the last game.', 'They saw us win the last game.'],
  ['He gave up the station in the 1990s.', 'He gave up the station in 2001.'],
  ['He was bishop there from 11 June 2004 on.', 'Bishop there (2003.06.11 – 2009.05.07).'],
  ['The film came out in June 2005.', "The film came out in June '04."],
  ['On March 3, 2017 Powell was named.', 'March 2, 2017. Powell was named on Wednesday.'],
  ['The road is 5 miles long and goes north.', 'The road is 9 km long and goes north.'],
  ['On March 1, 2017 Powell was named.', 'March 2, 2017. Powell was named on Wednesday.'],
  ['Powell was named on 5 June 2024.', 'Powell was named on 7 June 2024. The board meets on Wednesday.'],
  ['The film came out in June 1904.', "The film came out in June '04."],
  ['The film came out in 1904.', "The film came out in '04."],
  ['Manchester United won the last game.', 'The UK won the last game.'],
  ['Manchester United won the last game.', 'The team of the U.K. won the last game.'],
  ['The Union of Magicians paid the bill.', 'The EU paid the bill.'],
  ['Animal Kingdom was sold to them last year.', 'The UK was sold to them last year.'],
  ['Salt Every Cucumber fined the bank.', 'After 30 sec the court fined the bank.'],
  ['It was bought by Some Evil Cannibals.', 'It was bought by the SEC.'],
  ['Irene Castellano-Ruiz wrote the parser.', 'Irene Castellano wrote the parser.'],
  ['The parser is by Irene Castellano-Ruiz.', 'Irene Castellano wrote the parser in a week.'],
  ['He is a three-time winner of the award.', 'He won the award twice.'],
  ['In the fourth quarter, sales rose 10%.', 'In Q3, sales rose by ten percent.'],
  ['More than a dozen people were hurt there.', '11 people were hurt there.'],
];

async function stays(statement: string, evidence: string): Promise<boolean> {
  const answer = `${statement.slice(0, -1)} [1].`;
  const { cleanText } = await verifyAgainst({ documents: [evidence], answer });
  return cleanText.trim() !== '';
}

describe('the same said in another way', () => {
  it.each(same)('%s — %s', async (statement, evidence) => {
    expect(checkCriticalTokens(statement, evidence).disagreements.filter(({ decisive }) => decisive)).toEqual(
      [],
    );
    expect(await stays(statement, evidence)).toBe(true);
  });

  it.each(other)('but not: %s — %s', async (statement, evidence) => {
    expect(await stays(statement, evidence)).toBe(false);
  });
});
