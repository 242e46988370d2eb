import { describe, expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';

/** Puts the markers of both sources behind the statement. */
async function verify(sources: readonly string[], statement: string) {
  const notes = createCitedNotes({ 'a.md': sources.join('\n') });
  const markers = sources.map((source) => notes.cite('a.md', source));
  return verifyCitations(`${statement} ${markers.join(' ')}.`, notes.ports);
}

const RENT = ['The rent is 900 EUR.', 'The deposit is 1200 EUR.'];
const CARS = ['Alice drives the red car.', 'Bob drives the blue van.'];
const MIETE = ['Die Miete beträgt 900 Euro.', 'Die Kaution beträgt 1200 Euro.'];

describe('values of two citations of one statement', () => {
  it.each([
    [RENT, 'The rent is 1200 EUR and the deposit is 900 EUR'],
    [RENT, 'The deposit is 900 EUR, the rent 1200 EUR'],
    [RENT, 'Rent and deposit are 1200 EUR and 900 EUR'],
    [RENT, 'The rent is 1200 EUR'],
    [CARS, 'Alice drives the blue van and Bob drives the red car'],
    [CARS, 'Alice drives the blue van while Bob drives the red car'],
    [CARS, 'The blue van is driven by Alice, the red car by Bob'],
    [CARS, 'Alice and Bob drive the blue van and the red car, respectively'],
    [MIETE, 'Die Miete beträgt 1200 Euro und die Kaution 900 Euro'],
    [
      ['Le loyer est de 900 euros.', 'La caution est de 1200 euros.'],
      'Le loyer est de 1200 euros et la caution de 900 euros',
    ],
    [['家賃は900円です。', '敷金は1200円です。'], '家賃は1200円、敷金は900円です'],
    [
      ['Ann was born in 1970.', 'Ben was born in 1980.', 'Cem was born in 1990.'],
      'Ann was born in 1980, Ben in 1990 and Cem in 1970',
    ],
  ])('%j: refuses %s', async (sources, lie) => {
    const { checks, cleanText } = await verify(sources, lie);
    expect(new Set(checks.map(({ status }) => status))).toEqual(new Set(['token_mismatch']));
    expect(cleanText).toBe('');
  });

  it.each([
    [RENT, 'The rent is 900 EUR and the deposit is 1200 EUR'],
    [RENT, 'The deposit is 1200 EUR, the rent 900 EUR'],
    [RENT, 'Rent and deposit are 900 EUR and 1200 EUR'],
    [CARS, 'Alice drives the red car and Bob drives the blue van'],
    [CARS, 'Bob drives the blue van while Alice drives the red car'],
    [CARS, 'Alice and Bob drive the red car and the blue van, respectively'],
    [CARS, 'Both Alice and Bob drive'],
    [MIETE, 'Die Kaution beträgt 1200 Euro und die Miete 900 Euro'],
    [['家賃は900円です。', '敷金は1200円です。'], '家賃は900円、敷金は1200円です'],
    [['Alice owns a house.', 'The house stands in Berlin.'], 'The house that Alice owns stands in Berlin'],
    [
      ['The budget is 900 EUR.', 'The budget has now grown to 1200 EUR.'],
      'The budget grew from 900 EUR to 1200 EUR',
    ],
    [['The budget was 900 EUR.', 'It has grown to 1200 EUR.'], 'The budget has grown to 1200 EUR'],
  ])('%j: keeps %s', async (sources, truth) => {
    const { checks } = await verify(sources, truth);
    expect(checks.map(({ status, disagreements }) => [status, disagreements])).toEqual(
      sources.map(() => ['verified', []]),
    );
  });
});
