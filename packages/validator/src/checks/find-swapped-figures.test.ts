import { expect, it } from 'vitest';
import { verifyAgainst } from '../documents.ts';

const documents = {
  'garage.md': 'The garage costs 80 EUR and was built in 1974.',
  'flat.md': 'The flat costs 950 EUR. It has 3 rooms.',
};
const check = async (answer: string) => (await verifyAgainst({ documents, answer })).checks;

it.each([
  'The garage is 950 EUR [1], while the flat is 80 EUR [2].',
  'For 950 EUR you get the garage [1], and the flat has 3 rooms [2].',
  'As much as 950 EUR for the garage [garage.md] and 80 EUR for the flat [flat.md: "The flat costs 950 EUR"].',
])('refuses a figure that another source has than the one behind its part: %s', async (answer) => {
  expect((await check(answer)).map(({ status }) => status)).toEqual(['token_mismatch', 'token_mismatch']);
});

it.each([
  'The garage is 80 EUR [1], while the flat is 950 EUR [2].',
  'For 80 and 950 EUR you get a garage and a flat [1][2].',
  'A garage of 1974 [1] and 3 rooms [2] for 950 EUR.',
])(
  'lets figures stand in the source behind them, or in any where nothing parts the markers: %s',
  async (answer) => {
    expect((await check(answer)).map(({ status }) => status)).toEqual(['verified', 'verified']);
  },
);

it('marks a name that stands nowhere in what is cited, and refuses nothing for it', async () => {
  const note =
    'Mara asked for more time. In the end the board and its guests agreed to wait until the pump had been repaired by Tom.';
  const names = async (answer: string) => {
    const { checks, statements } = await verifyAgainst({ documents: { 'a.md': note }, answer });
    expect(statements.every(({ kept }) => kept)).toBe(true);
    return checks.flatMap(({ disagreements }) =>
      disagreements.map(({ kind, statementToken }) => [kind, statementToken]),
    );
  };
  expect(await names('They wait for the repair by Joris Beck [1].')).toEqual([
    ['name', 'Joris'],
    ['name', 'Beck'],
  ]);
  expect(await names('They wait for what Tom repairs [1].')).toEqual([]);
});
