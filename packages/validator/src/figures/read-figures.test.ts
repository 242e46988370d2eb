import { expect, it } from 'vitest';
import { checkCriticalTokens } from './check-critical-tokens.ts';

const isHeld = (statement: string, evidence: string) =>
  checkCriticalTokens(statement, evidence).disagreements.length === 0;
const isRefused = (statement: string, evidence: string) => !checkCriticalTokens(statement, evidence).ok;

it.each([
  ['on 14 and 15 April', 'April 14th and 15th'],
  ['on 4 March 2026', '2026-03-04'],
  ['in September 2026', 'Blood 2026-09'],
  ['in June 2028', 'MOT passed, next 06/2028'],
  ['in 2017', "since '17"],
  ['a third of the members', '1/3 of the members'],
  ['one-fourth of them', '25 % of them'],
  ['twelve bolts', '12 bolts'],
  ['Drei Angebote', '3 Angebote'],
  ['after 60 minutes', 'after 1 hour'],
  ['Node 14', 'v14.1.0'],
  ['24 months', '24mo of LTS'],
  ['a limit of 1 GB', 'say 1G?'],
  ['128 GB of RAM', '128g of RAM'],
  ['5 g of salt', '5g of salt'],
  ['more than 100,000 people', '258,000 people'],
  ['at 3 pm', 'at 15:00'],
  ['on Wednesday', '2026-03-04'],
])('finds “%s” in “%s”', (statement, evidence) => {
  expect(isHeld(statement, evidence)).toBe(true);
});

it.each([
  ['It costs 5,000k euros', 'It costs 5,000 euros'],
  ['It costs 5,000e3 euros', 'It costs 5,000 euros'],
  ['It costs 5,000² euros', 'It costs 5,000 euros'],
  ['It costs 5,000 thousand euros', 'It costs 5,000 euros'],
  ['It costs half of 5,000 euros', 'It costs 5,000 euros'],
  ['It costs twice 5,000 euros', 'It costs 5,000 euros'],
  ['It costs at least 5,000 euros', 'It costs 5,000 euros'],
  ['It costs 5,000+ euros', 'It costs 5,000 euros'],
  ['no more than one-third', 'no more than one-fourth'],
  ['over 50 dogs', 'over 5 dogs and over 60 cats'],
  ['on 15 April', 'on 14 April'],
  ['in May 2028', 'MOT passed, next 06/2028'],
  ['in October 2026', 'Blood 2026-09'],
  ['in v14.2', 'in v14.1'],
  ['5 km', '5 miles'],
  ['64 GB of RAM', '128g of RAM'],
  ['5 g of salt', '5 GB of data'],
  ['issue #1235', 'issue #1234'],
  ['on Thursday', 'on Tuesday'],
])('refuses “%s” where the note says “%s”', (statement, evidence) => {
  expect(isRefused(statement, evidence)).toBe(true);
});

it('only marks a figure that nothing stands for', () => {
  expect(checkCriticalTokens('It has 12 rooms.', 'It has rooms.')).toEqual({
    ok: true,
    disagreements: [expect.objectContaining({ statementToken: '12', evidenceToken: null, decisive: false })],
  });
});

it('takes no address from nowhere', () => {
  expect(isRefused('See https://evil.example/a.', 'See the manual.')).toBe(true);
  expect(isHeld('See https://x.example/a.', 'Manual: https://x.example/a')).toBe(true);
});

it('names the figure of the same unit as what stands in place of one', () => {
  const [found] = checkCriticalTokens(
    'The fee is 50 euros',
    'It opens at nine. The fee is 40 euros',
  ).disagreements;
  expect(found).toMatchObject({ statementToken: '50 euros', evidenceToken: '40 euros', decisive: true });
});

it.each([
  ['1万8000円', '18,000円'],
  ['全体の30%', '全体の3割'],
  ['翻訳会社2社', '翻訳会社を二社'],
  ['17 شجرة', 'سبع عشرة شجرة'],
  ['الأشجار السبع عشرة', 'سبع عشرة شجرة'],
  ['bis zum 20.4. holen', 'bis zum 20. April'],
])('reads how four languages write numbers: “%s” in “%s”', (statement, evidence) => {
  expect(isHeld(statement, evidence)).toBe(true);
});

it.each([
  ['1万9000円', '18,000円'],
  ['全体の40%', '全体の3割'],
  ['18 شجرة', 'سبع عشرة شجرة'],
])('and still refuses another: “%s” beside “%s”', (statement, evidence) => {
  expect(isRefused(statement, evidence)).toBe(true);
});
