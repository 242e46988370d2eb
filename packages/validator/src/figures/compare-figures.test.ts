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
  ['at least 10 km', 'The ferry sails 10-20 km a day.\n'],
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
  // A dash with spaces around it may begin another remark.
  ['at least 10 km', 'The ferry sails 10 - 20 km a day.\n'],
  ['at least 10 km', 'The ferry sails 10 km — 20 km a day.\n'],
  ['at least 10 km', 'The ferry sails 10—20 km a day.\n'],
  ['at most 20 km', 'The ferry sails 10 km–20 km less than before a day.\n'],
])('refuses “%s” of %j', async (amount, note) => {
  expect(await statusOf(note, `The ferry sails ${amount} a day`)).toBe('token_mismatch');
});

it.each([
  ['The reserve was at most 20 EUR', 'The first bid was 10 EUR – 20 EUR under the reserve.\n'],
  [
    'The weight of the old pump is at most 20 kg',
    'The new pump weighs 10 kg — 20 kg less than the old one.\n',
  ],
  ['The invoice is at least 3041', 'Invoice 3041-4055\n'],
  ['The invoice is at least 2041 EUR', 'The invoice says 2041-3055 EUR\n'],
  ['The number is more than 555', 'Call 555-1234\n'],
  ['The lot is at least 3 EUR', 'Lot 3 – 40 EUR\n'],
  ['The lot is at least 3 EUR', 'Lot 3–40 EUR\n'],
  ['The room has at most 30 people', 'Room 12 – 30 people\n'],
  ['The room has at most 30 people', 'Room 12-30 people\n'],
])('takes no other dash for a range: “%s” of %j', async (said, note) => {
  expect(await statusOf(note, said)).toBe('token_mismatch');
});

it('says that a bound differs, where the numbers are the same', async () => {
  const { statements } = await verifyAgainst({
    documents: { 'ferry.md': RANGE },
    answer: 'The ferry sails at most 10 km a day [1].',
  });
  expect(JSON.stringify(statements)).toContain('It bounds “10 km” differently from the cited note.');
});
