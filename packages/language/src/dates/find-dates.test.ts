import { expect, it } from 'vitest';
import { findDate, isDateOnly } from './find-dates.ts';

it.each([
  ['The lease started on 2024-03-04.', '2024-03-04', null, 'day'],
  ['Since March 2023 the office is in Lyon.', '2023-03', null, 'month'],
  ['Shipped on 4 March 2025', '2025-03-04', null, 'day'],
  ['Shipped on Mar 4th, 2025', '2025-03-04', null, 'day'],
  ['Am 4. März 2025 beschlossen', '2025-03-04', null, 'day'],
  ['Le 4 mars 2025', '2025-03-04', null, 'day'],
  ['El 4 de marzo de 2025', '2025-03-04', null, 'day'],
  ['Seit 04.03.2025', '2025-03-04', null, 'day'],
  ['2025年3月4日に移転', '2025-03-04', null, 'day'],
  ['Planned for Q3 2025', '2025-07', null, 'quarter'],
  ['The contract runs until 2026-06-30.', null, '2026-06-30', 'day'],
  ['From 2021 to 2023 she led the team.', '2021', null, 'year'],
  ['Drift moved to Graz in 2023.', '2023', null, 'year'],
  ['Valid until 2027.', null, '2027', 'year'],
  ['Le bail commence le 1er mai 2024.', '2024-05-01', null, 'day'],
  ['It broke on 2024.05.03.', '2024-05-03', null, 'day'],
  ['In force 2021-01-01 to 2023-12-31', '2021-01-01', '2023-12-31', 'day'],
  ['Deployed 2025-03-04T10:30+02:00', '2025-03-04T08:30:00Z', null, 'instant'],
  ['2025-03-04 stand-up.md', '2025-03-04', null, 'day'],
])('reads %s', (text, validFrom, validUntil, precision) => {
  expect(findDate(text)).toEqual({ validFrom, validUntil, precision });
});

it.each([
  'port 2024',
  'version 2024.1',
  'ports 2000-2010 are open',
  'it costs 2026.10 EUR',
  'call 2025551234',
  '2025-13-40',
  'nothing',
  '31.02.2025',
])('finds no date in %s', (text) => {
  expect(findDate(text)).toBeNull();
});

it.each([
  ['2026-04-20', true],
  ['Monday, 20 April 2026', true],
  ['Montag, 20. April 2026', true],
  ['2026年4月20日(月曜日)', true],
  ['2026', true],
  ['2021-01-01 to 2023-12-31', false],
  ['2021-01-01 – 2023-12-31', true],
  ['2026-04-20 Stand-up', false],
  ['Release 2026', false],
  ['v1.2', false],
])('knows whether %s is a date and nothing else', (text, isDate) => {
  expect(isDateOnly(text)).toBe(isDate);
});

it.each([
  ['She is on leave from 6 July to 31 July 2026.', '2026-07-06', '2026-07-31'],
  ['The fair runs 6–31 July 2026.', '2026-07-06', '2026-07-31'],
  ['Urlaub vom 6. bis 31. Juli 2026.', '2026-07-06', '2026-07-31'],
  ['Closed between December 20 and January 6, 2027.', '2026-12-20', '2027-01-06'],
  ['Open March to May 2026.', '2026-03', '2026-05'],
])('gives the start of a range the year of its end: %s', (text, validFrom, validUntil) => {
  expect(findDate(text)).toMatchObject({ validFrom, validUntil });
});

it.each([
  ['The 6 to 31 July 2026 ratio.', '2026-07-31'],
  ['They met on 3 and 5 July 2026.', '2026-07-05'],
  ['Version 2 - 31 July 2026', '2026-07-31'],
])('takes no count for a day: %s', (text, validFrom) => {
  expect(findDate(text)).toMatchObject({ validFrom, validUntil: null });
});
