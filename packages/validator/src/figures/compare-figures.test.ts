import { expect, it } from 'vitest';
import { verifyAgainst } from '../documents/verify-against.ts';

async function statusOf(note: string, answer: string): Promise<string | undefined> {
  const { checks } = await verifyAgainst({ documents: { 'ferry.md': note }, answer: `${answer} [1].` });
  return checks[0]?.status;
}

const RANGE = 'The ferry sails 10–20 km a day.\n';

it.each([
  ['at least 10 km', RANGE],
  ['at most 20 km', RANGE],
  ['more than 5 km', RANGE],
  ['less than 30 km', RANGE],
  ['at least 10 km', 'The ferry sails 10 - 20 km a day.\n'],
  ['at least 10 km', 'The ferry sails 10 km — 20 km a day.\n'],
  ['at least 10 km', 'The ferry sails at least 10 km a day.\n'],
  ['more than 5 km', 'The ferry sails at least 10 km a day.\n'],
])('lets “%s” be said of %j', async (amount, note) => {
  expect(await statusOf(note, `The ferry sails ${amount} a day`)).toBe('verified');
});

it.each([
  ['at most 10 km', RANGE],
  ['at least 20 km', RANGE],
  ['at least 15 km', RANGE],
  ['at most 15 km', RANGE],
  ['at least 10 miles', RANGE],
  ['at least 5 km', 'The ferry sails at most 10 km a day.\n'],
  ['at most 20 km', 'The ferry sails at least 10 km a day.\n'],
  ['at least 10 km', 'The ferry sails 10 km a day.\n'],
  ['at least 20 km', 'The ferry sails 20–10 km a day.\n'],
  ['at least 5 km', 'The ferry sails 5-10-20 km a day.\n'],
])('refuses “%s” of %j', async (amount, note) => {
  expect(await statusOf(note, `The ferry sails ${amount} a day`)).toBe('token_mismatch');
});

it('says that a bound differs, where the numbers are the same', async () => {
  const { statements } = await verifyAgainst({
    documents: { 'ferry.md': RANGE },
    answer: 'The ferry sails at most 10 km a day [1].',
  });
  expect(JSON.stringify(statements)).toContain('It bounds “10 km” otherwise than the cited note does.');
});
