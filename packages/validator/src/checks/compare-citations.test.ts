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

/** `[0]` is the marker of the first source. */
async function verifyPlaced(sources: readonly string[], statement: string) {
  const notes = createCitedNotes({ 'a.md': sources.join('\n') });
  const answer = statement.replace(/\[(\d)\]/gu, (_, i: string) =>
    notes.cite('a.md', sources[Number(i)] as string),
  );
  return { answer, ...(await verifyCitations(answer, notes.ports)) };
}

const TEA = ['Tea is hot.', 'The office is in Berlin.'];
const STAFF = ['Alice leads the project.', 'Alice joined in 2019.', 'The office is in Berlin.'];
const HEUTE = ['Der Tee ist heiß.', 'Das Büro steht in Graz.'];

describe('a marker that follows what another one says', () => {
  it.each([
    [TEA, 'The office is in Berlin [0], tea is hot [1].'],
    [TEA, 'The office is in Berlin [0] and tea is hot [1].'],
    [TEA, 'The office is in Berlin [0] – tea is hot [1].'],
    [TEA, 'The office [0] is in Berlin, tea is hot [1].'],
    [TEA, '- **The office is in Berlin** [0], *tea is hot* [1]'],
    [TEA, '| place | drink |\n| --- | --- |\n| The office is in Berlin [0] | tea is hot [1] |'],
    [TEA, 'According to [0] the office is in Berlin, and according to [1] tea is hot.'],
    [RENT, 'The rent is 900 EUR [1] and the deposit is 1200 EUR [0].'],
    [RENT, 'Rent and deposit are 900 EUR [1] and 1200 EUR [0].'],
    [STAFF, 'Alice joined in 2019 [0] and leads the project [1].'],
    [STAFF, 'The project is led by Alice [0], who joined in 2019 [2] and works in Berlin [1].'],
    [STAFF, 'Alice leads the project and the office is in Berlin [0], and she joined in 2019 [2].'],
    [HEUTE, 'Das Büro steht in Graz [0], der Tee ist heiß [1].'],
    [['Le thé est chaud.', 'Le bureau est à Nantes.'], 'Le bureau est à Nantes [0], le thé est chaud [1].'],
    [
      ['El té está caliente.', 'La oficina está en Lima.'],
      'La oficina está en Lima [0] y el té está caliente [1].',
    ],
    [['Чай горячий.', 'Офис находится в Казани.'], 'Офис находится в Казани [0], а чай горячий [1].'],
    [['Çay sıcak.', 'Ofis Bursa şehrinde.'], 'Ofis Bursa şehrinde [0], çay sıcak [1].'],
    [['الشاي ساخن.', 'المكتب في برلين.'], 'المكتب في برلين [0]، والشاي ساخن [1].'],
    [['चाय गरम है।', 'दफ़्तर बर्लिन में है।'], 'दफ़्तर बर्लिन में है [0], चाय गरम है [1]।'],
    [['お茶は熱い。', '事務所は大阪にある。'], '事務所は大阪にある[0]、お茶は熱い[1]。'],
    [['茶很烫。', '办公室在柏林。'], '办公室在柏林[0]，茶很烫[1]。'],
    [['차는 뜨겁다.', '사무실은 부산에 있다.'], '사무실은 부산에 있고 [0], 차는 뜨겁다 [1].'],
  ])('%j: refuses %s', async (sources, lie) => {
    const { checks, verdict } = await verifyPlaced(sources, lie);
    expect(checks.map(({ status }) => status)).toEqual(checks.map(() => 'token_mismatch'));
    expect(verdict).toBe('rejected');
  });

  it.each([
    [TEA, 'Tea is hot [0], the office is in Berlin [1].'],
    [TEA, 'Tea is hot and the office is in Berlin [1][0].'],
    [TEA, 'The office [1], where tea is hot [0], is in Berlin [1].'],
    [TEA, 'According to [1] the office is in Berlin, and according to [0] tea is hot.'],
    [TEA, '| drink | place |\n| --- | --- |\n| Tea is hot [0] | office in Berlin [1] |'],
    [RENT, 'The rent is 900 EUR [0] and the deposit is 1200 EUR [1].'],
    [RENT, 'Rent and deposit are 900 EUR [0] and 1200 EUR [1].'],
    [STAFF, 'Alice, who joined in 2019 [1], leads the project [0].'],
    [STAFF, 'Alice [0] joined in 2019 [1].'],
    [STAFF, 'The project is led by Alice [0], who joined in 2019 [1] and works in Berlin [2].'],
    [HEUTE, 'Der Tee ist heiß [0], und das Büro steht in Graz [1].'],
    [['お茶は熱い。', '事務所は大阪にある。'], 'お茶は熱い[0]、事務所は大阪にある[1]。'],
  ])('%j: keeps %s', async (sources, truth) => {
    const { answer, cleanText, verdict } = await verifyPlaced(sources, truth);
    expect([verdict, cleanText]).toEqual(['verified', answer]);
  });
});
