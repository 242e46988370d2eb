import { expect, it } from 'vitest';
import { verifyAgainst } from '../documents.ts';

const statusOf = async (note: string, said: string) =>
  (await verifyAgainst({ documents: { 'a.md': note }, answer: `${said} [1].` })).statements[0]?.status;

it.each([
  ['De veinte plantas solo murieron cuatro.', 'Dieciséis de las veinte plantas sobrevivieron'],
  ['Of 11 hives 8 came through the winter.', '3 of the 11 hives died'],
  ['復旧まで2時間15分。', '135分で復旧した'],
  ['We sold 12 chairs and 5 tables.', 'We sold 17 pieces'],
  ['8月3日に函館に着き、5日に札幌へ移動する。', '札幌に向かうのは8月5日だ'],
])('a number that follows from two others refuses nothing: %s → %s', async (note, said) => {
  expect(await statusOf(note, said)).toBe('verified');
});

it.each([
  ['Of 11 hives 8 came through the winter.', '4 of the 11 hives died'],
  ['We sold 12 chairs and 5 tables for 3 EUR.', 'We sold 15 pieces'],
  ['The pump runs at 40 bar.', 'The pump runs at 80 bar'],
  ['8月3日に函館に着き、5日に札幌へ移動する。', '札幌に向かうのは8月6日だ'],
])('any other does: %s → %s', async (note, said) => {
  expect(await statusOf(note, said)).toBe('token_mismatch');
});

it.each([
  ['If it rains on 11 July, the feast is on 18 July', 'verified'],
  ['The feast is on 18 July', 'token_mismatch'],
])('a date beside the one that is quoted stands in place of none: %s', async (said, status) => {
  const documents = { 'a.md': '# Board, 22 January 2026\n\nThe feast is on 11 July, or a week later.\n' };
  const answer = `${said} [1: "The feast is on 11 July, or a week later"].`;
  expect((await verifyAgainst({ documents, answer })).statements[0]?.status).toBe(status);
});
