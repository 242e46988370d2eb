import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { auditStore } from '../audit-store.ts';
import { conflictsWith } from './conflicts-with.ts';
import { tellsWhatWas } from './tells-what-was.ts';

it.each([
  ['The boiler holds 80 litres.', 'The boiler was enlarged from 80 to 120 litres in 2021.', true],
  ['The boiler of Ida heats 80 litres.', 'The boiler of Ida grew from 80 litres to 120 litres.', true],
  ['Ida drives a tram.', 'Ida used to drive a tram, but she retired.', true],
  ['I drive a tram.', 'I used to drive a tram.', true],
  // What is so since, what was so, another unit, another thing, and more than was told.
  ['The boiler holds 120 litres.', 'The boiler was enlarged from 80 to 120 litres.', false],
  [
    'The boiler held 80 litres until 2021; it was small.',
    'The boiler was enlarged from 80 to 120 litres.',
    false,
  ],
  ['The boiler heats 80 rooms.', 'The boiler was enlarged from 80 to 120 litres.', false],
  ['The kettle holds 80 litres.', 'The boiler was enlarged from 80 to 120 litres.', false],
  ['The boiler holds 80 litres.', 'The boiler was moved from the cellar to the loft.', false],
  ['Ida drives a bus.', 'Ida used to drive a tram.', false],
  ['Ida drives a tram.', 'Ida used to drive a tram to school.', false],
])('finds that %j is what %j tells has been: %j', (statement, other, was) => {
  expect(tellsWhatWas(statement, other)).toBe(was);
});

it.each([
  ['The user prefers dark roast in the morning.', 'I prefer light roast in the morning.', 'other'],
  ['The user prefers tea.', 'I prefer quiet hotels.', null],
  ["The user's seat on the coach is number 31.", 'My seat on the coach is number 12.', 'other'],
  ['Ida read number 31.', 'Ida read number 12.', null],
])('holds what is chosen in %j against %j: %j', (statement, other, conflict) => {
  expect(conflictsWith(statement, other)).toBe(conflict);
});

it('calls nothing grounded that its source denies, or tells has been', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'audit-'));
  try {
    await writeFile(
      join(folder, 'inn.md'),
      'Oak Inn does not accept dogs. Oak Inn used to rent out skis, but stopped. The hall of Oak Inn was extended from 40 to 70 seats in 2022. Oak Inn moved from Graz to Linz in 2020.\n',
    );
    const memories = [
      'Oak Inn accepts dogs.',
      'Oak Inn does not accept dogs.',
      'Oak Inn rents out skis.',
      'The hall of Oak Inn has 40 seats.',
      'Oak Inn moved from Graz to Linz in 2020.',
    ];
    const store = JSON.stringify(memories.map((memory, i) => ({ id: `m${i}`, memory, user_id: 'u' })));
    const { findings } = await auditStore([Buffer.from(store)], { against: [join(folder, 'inn.md')] });
    const verdicts = findings.map(({ verdict }) => verdict);
    expect(verdicts).toEqual(['contradicted', 'grounded', 'superseded', 'superseded', 'grounded']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
