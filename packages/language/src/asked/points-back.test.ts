import { expect, it } from 'vitest';
import { pointsBack } from './points-back.ts';

it('knows a sentence that is understood only with the one before it', () => {
  for (const text of [
    'It sleeps two people.',
    '**This** was never tried.',
    'Dort steht das Boot.',
    'Elle ferme à six heures.',
    'Это было весной.',
    'これは古い。',
    '但是门是关着的。',
  ])
    expect(pointsBack(text), text).toBe(true);
  for (const text of [
    'Mila lives in Graz.',
    'Italy has won.',
    'Die Tür ist zu.',
    'Thea left.',
    '5 boats',
    '',
  ])
    expect(pointsBack(text), text).toBe(false);
});
