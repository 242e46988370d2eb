import { describe, expect, it } from 'vitest';
import { checkCriticalTokens } from '../tokens/check-critical-tokens.ts';
import '@memora/language/scripts-at-once';

/** A sentence with a place for a length, in languages whose words for units no list here has. */
const SENTENCES: Readonly<Record<string, string>> = {
  ar: 'طول المسار X.',
  bg: 'Дължината е X.',
  bn: 'পথের দৈর্ঘ্য X।',
  ca: 'La pista fa X.',
  cs: 'Trasa měří X.',
  da: 'Banen er X lang.',
  de: 'Die Strecke ist X lang.',
  el: 'Η διαδρομή είναι X.',
  en: 'The track is X long.',
  es: 'La pista mide X.',
  et: 'Raja pikkus on X.',
  fa: 'طول مسیر X است.',
  fi: 'Reitin pituus on X.',
  fr: 'La piste fait X.',
  he: 'אורך המסלול X.',
  hi: 'मार्ग की लंबाई X है।',
  hr: 'Staza ima X.',
  hu: 'Az út hossza X.',
  hy: 'Ուղու երկարությունը X է։',
  id: 'Panjang jalur X.',
  it: 'La pista misura X.',
  ja: '道の長さはXです。',
  ka: 'გზის სიგრძეა X.',
  ko: '길의 길이는 X입니다.',
  lt: 'Tako ilgis X.',
  lv: 'Takas garums ir X.',
  nl: 'Het pad is X lang.',
  no: 'Banen er X lang.',
  pl: 'Trasa ma X.',
  pt: 'A pista tem X.',
  ro: 'Traseul are X.',
  ru: 'Длина пути X.',
  sk: 'Trasa meria X.',
  sl: 'Proga meri X.',
  sr: 'Стаза има X.',
  sv: 'Banan är X lång.',
  ta: 'பாதையின் நீளம் X.',
  th: 'เส้นทางยาว X.',
  tr: 'Yolun uzunluğu X.',
  uk: 'Довжина шляху X.',
  vi: 'Đường dài X.',
  zh: '道路长X。',
};
const UNITS = [
  'kilometer',
  'meter',
  'centimeter',
  'kilogram',
  'gram',
  'liter',
  'minute',
  'hour',
  'week',
  'month',
];

describe.each(Object.entries(SENTENCES))('%s', (language, sentence) => {
  const write = (unit: string, amount = 5) =>
    sentence.replace(
      'X',
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount),
    );

  it.each([5, 12])('finds another unit behind the same number: %d', (amount) => {
    const passed = UNITS.flatMap((known) =>
      UNITS.filter((said) => said !== known).flatMap((said) => {
        const { disagreements } = checkCriticalTokens(write(said, amount), [write(known, amount)]);
        return disagreements.length === 0 ? [`${said} for ${known}`] : [];
      }),
    );
    expect(passed).toEqual([]);
  });

  it('finds nothing in the same unit, whatever stands behind it', () => {
    for (const unit of UNITS)
      expect(checkCriticalTokens(write(unit), [`${write(unit)} x ${write(unit, 12)}`]).disagreements).toEqual(
        [],
      );
  });
});

it.each([
  ['5 pumps stand there.', 'There are 5 big pumps.'],
  ['In 2019 the pump failed.', 'The pump failed in 2019, she says.'],
  ['5 km', 'La piste fait 5 kilomètres.'],
  ['La piste fait 5 kilomètres.', 'Das sind 5 Kilometer.'],
  ['Es dauert 5 Minuten.', 'Durata: 5 minuti.'],
  ['12 engineers work there.', 'There are 12 developers.'],
])('%j agrees with %j', (statement, evidence) => {
  expect(checkCriticalTokens(statement, [evidence]).disagreements).toEqual([]);
});

it.each([
  ['La piste fait 5 mètres.', 'The track is 5 km long.'],
  ['The track is 5 km long.', 'La piste fait 5 mètres.'],
  ['It takes 5 minutes.', 'Es dauert 5 Stunden.'],
  ['Ça prend 5 jours.', 'Ça prend 5 heures.'],
])('%j is not what %j says', (statement, evidence) => {
  expect(checkCriticalTokens(statement, [evidence]).disagreements).toMatchObject([{ kind: 'unit' }]);
});
