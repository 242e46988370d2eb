import { expect, it } from 'vitest';
import { readDue } from './read-due.ts';

it('reads the day of a task from its field, whatever else the task names', () => {
  expect(readDue('Call the bank ➕ 2025-11-01 📅 2026-01-02', null, 'en')).toBe('2026-01-02');
  expect(readDue('Call the bank [created:: 2025-11-01] [due:: 2026-01-02]', null, null)).toBe('2026-01-02');
  expect(readDue('Call the bank (due:: 2026-01-02)', '2026-03-01', 'en')).toBe('2026-01-02');
  expect(readDue('Paint the shed ⏳ 2026-02-03 🛫 2026-02-01', null, null)).toBe('2026-02-03');
  expect(readDue('Send the form 🗓️ 2026-01-02', null, 'de')).toBe('2026-01-02');
});

it('reads the day of a task from its words, counted from the day of the note', () => {
  expect(readDue('Renew the insurance, due 2026-05-01', null, 'en')).toBe('2026-05-01');
  expect(readDue('Renew the insurance by 1 May 2026', null, null)).toBe('2026-05-01');
  expect(readDue('Call Anna on Friday', '2026-10-05', 'en')).toBe('2026-10-09');
  expect(readDue('Pay the rent until 20 April', '2026-03-01', 'en')).toBe('2026-04-20');
  expect(readDue('Miete zahlen bis 20. April', '2026-03-01', 'de')).toBe('2026-04-20');
});

it('takes no other day for the day of a task', () => {
  expect(readDue('Paint the shed ➕ 2026-02-03', null, 'en')).toBe(null);
  expect(readDue('Read the report of 3 March 2019 again', '2026-10-05', 'en')).toBe(null);
  expect(readDue('Call Anna on Friday', null, 'en')).toBe(null);
  expect(readDue('Put the sun sail on the boat', '2026-10-05', null)).toBe(null);
  expect(readDue('Buy 3 lamps', '2026-10-05', 'en')).toBe(null);
});
