import { expect, it } from 'vitest';
import { verifyAgainst } from '../documents.ts';

const rows =
  '# Plans\n\n| Plan | Retention | Seats |\n|---|---|---|\n| Standard | 1 month | 5 |\n| Plus | 12 months | 40 |\n';
const columns = '# Plans\n\n| | Standard | Plus |\n|---|---|---|\n| Storage | 1 GB | 10 GB |\n';
const items = '# Plans\n\n- Standard: 1 month\n- Plus: 12 months\n';

const keys =
  '# Notes\n\n| Snippet | Date |\n|---|---|\n| `/-3d` | 3 days ago |\n| `/-1m` | one month ago |\n';

const holds = async (note: string, said: string) =>
  (await verifyAgainst({ documents: { 'a.md': note }, answer: `${said} [1].` })).statements[0];

it.each([
  [rows, 'On the Standard plan, notes are retained for 12 months', '12 months', '1 month'],
  [rows, 'The Plus plan has room for 5 people', '5', '40'],
  [columns, 'Standard comes with 10 GB of storage', '10 GB', '1 GB'],
  [items, 'Standard keeps what you deleted for 12 months', '12 months', '1 month'],
])('a figure of another row, column or item is refused: %s %s', async (note, said, here, there) => {
  const statement = await holds(note, said);
  expect(statement).toMatchObject({ status: 'token_mismatch', kept: false });
  expect(statement?.reason).toBe(`It says “${here}” where the cited note says “${there}”.`);
});

it.each([
  [rows, 'On the Standard plan, notes are retained for 1 month'],
  [rows, 'Standard keeps notes for 1 month, the other plan for 12 months'],
  [rows, 'Plus keeps notes for 12 months, longer than Standard'],
  [rows, 'Notes are retained for 12 months'],
  // The name of a row is not a figure that could replace the row's value.
  [keys, 'The snippet /-1m makes a link to the note of 3 days ago'],
  [columns, 'With Plus you get 10 GB, far more than Standard has'],
  [items, 'Standard does not come with the 12 months of Plus'],
  [`${items}\nUntil May Standard keeps 12 months as well.\n`, 'Standard keeps notes for 12 months until May'],
])('a figure of the row that is named, or of no row alone, holds: %s %s', async (note, said) => {
  expect((await holds(note, said))?.status).toBe('verified');
});

it('refuses nothing where the guard only reports', async () => {
  const answer = 'On the Standard plan, notes are retained for 12 months [1].';
  const { checks, statements } = await verifyAgainst({
    documents: { 'a.md': rows },
    answer,
    guard: 'report',
  });
  expect(statements[0]?.status).toBe('verified');
  expect(checks[0]?.disagreements).toMatchObject([{ statementToken: '12 months', decisive: false }]);
});
