import { describe, expect, it } from 'vitest';
import { verifyAgainst } from '../documents.ts';

const verdict = async (evidence: string, statement: string): Promise<string> =>
  (
    await verifyAgainst({
      documents: { 'note.md': evidence },
      answer: `${statement.replace(/\.$/, '')} [1].`,
    })
  ).verdict;

describe('a rate that the source does not give', () => {
  it.each([
    ['The relay costs 300 euros per week.', 'The relay costs 300 euros per month.'],
    ['The relay costs 300 €/week.', 'The relay costs 300 €/month.'],
    ['Rent is 900 EUR.', 'Rent is 900 EUR a year.'],
    ['Rent is 900 EUR a month.', 'Rent is 900 EUR a year.'],
    ['The pump moves 40 l/min.', 'The pump moves 40 l/h.'],
    ['The buoy reports twice a day.', 'The buoy reports twice a week.'],
    ['The buoy reports daily.', 'The buoy reports weekly.'],
    ['The buoy reports every day.', 'the buoy reports every week'],
    ['La location coûte 900 euros par semaine.', 'La location coûte 900 euros par mois.'],
    ['Die Miete kostet 900 Euro im Jahr.', 'Die Miete kostet 900 Euro im Monat.'],
    ['El alquiler cuesta 900 euros al año.', 'El alquiler cuesta 900 euros al mes.'],
    ['L’affitto costa 900 euro all’anno.', 'L’affitto costa 900 euro al mese.'],
    ['O aluguel custa 900 euros por ano.', 'O aluguel custa 900 euros por mês.'],
    ['De huur kost 900 euro per jaar.', 'De huur kost 900 euro per maand.'],
    ['Аренда стоит 900 евро в год.', 'Аренда стоит 900 евро в месяц.'],
    ['Kira yılda 900 avro.', 'Kira ayda 900 avro.'],
    ['الإيجار 900 يورو في السنة.', 'الإيجار 900 يورو في الشهر.'],
    ['किराया 900 यूरो प्रति वर्ष है।', 'किराया 900 यूरो प्रति महीना है।'],
    ['每年租金900欧元。', '每月租金900欧元。'],
    ['家賃は毎年900ユーロです。', '家賃は毎月900ユーロです。'],
    ['임대료는 매년 900유로입니다.', '임대료는 매월 900유로입니다.'],
    ['Czynsz wynosi 900 zł na rok.', 'Czynsz wynosi 900 zł na miesiąc.'],
    ['Hyran är 900 kronor per år.', 'Hyran är 900 kronor per månad.'],
  ])('falls: %s ← %s', async (evidence, statement) => {
    expect(await verdict(evidence, statement)).toBe('rejected');
  });

  it.each([
    ['The monthly rent is 900 EUR.', 'Rent is 900 EUR a month.'],
    ['The buoy reports every 60 minutes.', 'The buoy reports hourly.'],
    ['The buoy reports every night.', 'The buoy reports daily.'],
    ['The buoy reports each day at noon.', 'The buoy reports daily.'],
    ['Rent is 900 EUR per annum.', 'Rent is 900 EUR a year.'],
    ['The Daily Mail wrote about the pump.', 'The pump stood in the Daily Mail.'],
    ['It took a day and a half to mend the pump.', 'It took a day and a half to mend the pump.'],
    ['Die Miete beträgt monatlich 900 Euro.', 'Die Miete beträgt 900 Euro im Monat.'],
    ['The buoy reports every six months.', 'The buoy reports twice a year.'],
    ['The members meet biannually.', 'The members meet twice a year.'],
    ['In 2019 the drought began.', 'In 2019 a year of drought began.'],
    ['Le loyer mensuel est de 900 euros.', 'Le loyer est de 900 euros par mois.'],
  ])('stands: %s ← %s', async (evidence, statement) => {
    expect(await verdict(evidence, statement)).toBe('verified');
  });
});

describe('a bound that leaves the figure of the source out', () => {
  it.each([
    ['The pump runs at 40 bar. The relay costs 300 euros.', 'The pump runs at over 40 bar.'],
    ['The pump runs at 40 bar.', 'The pump runs at more than 40 bar.'],
    ['The pump runs at 40 bar.', 'The pump runs at less than 40 bar.'],
    ['Die Pumpe läuft mit 40 bar.', 'Die Pumpe läuft mit über 40 bar.'],
    ['La pompe tourne à 40 bars.', 'La pompe tourne à plus de 40 bars.'],
  ])('falls: %s ← %s', async (evidence, statement) => {
    expect(await verdict(evidence, statement)).toBe('rejected');
  });

  it.each([
    ['The pump runs at 40 bar.', 'The pump runs at no less than 40 bar.'],
    ['The pump runs at 40 bar or more.', 'The pump runs at more than 40 bar.'],
    ['The hall seats 300+ people.', 'The hall seats over 300 people.'],
    ['The hall seats 312 people.', 'The hall seats over 300 people.'],
    ['Members have to be below the age of 18.', 'Members have to be under 18.'],
  ])('stands: %s ← %s', async (evidence, statement) => {
    expect(await verdict(evidence, statement)).toBe('verified');
  });
});

describe('a side of a time that the source only names', () => {
  it.each([
    ['The pump was bought in 2019.', 'The pump was bought before 2019.'],
    ['The pump was bought in 2019.', 'The pump was bought after 2019.'],
    ['The meeting is on 3 May.', 'The meeting is after 3 May.'],
    ['The meeting is at 15:00.', 'The meeting is after 15:00.'],
    ['Die Pumpe wurde 2019 gekauft.', 'Die Pumpe wurde vor 2019 gekauft.'],
    ['Насос купили в 2019 году.', 'Насос купили до 2019 года.'],
  ])('falls: %s ← %s', async (evidence, statement) => {
    expect(await verdict(evidence, statement)).toBe('rejected');
  });

  it.each([
    ['The report is due by 3 May.', 'The report has to be there before 3 May.'],
    ['The pump was bought in 2019.', 'The pump was bought by 2019.'],
    ['The pump was bought prior to 2019.', 'The pump was bought before 2019.'],
  ])('stands: %s ← %s', async (evidence, statement) => {
    expect(await verdict(evidence, statement)).toBe('verified');
  });
});

describe('what calls a line untrue', () => {
  const pump = 'The cooling pump runs at 40 bar.';

  it.each(['## Myths', '## Misconceptions', '**Lies**', '## Gerüchte'])(
    'goes as a heading: %s',
    async (heading) => {
      const { cleanText } = await verifyAgainst({
        documents: { 'pump.md': pump },
        answer: `${heading}\n\nThe cooling pump runs at 40 bar [1].`,
      });
      expect(cleanText).toBe('The cooling pump runs at 40 bar [1].');
    },
  );

  it.each([
    'It is a common misconception that the cooling pump runs at 40 bar.',
    'It is a myth that the cooling pump runs at 40 bar.',
  ])('falls where it stands before the sentence: %s', async (statement) => {
    expect(await verdict(`${pump} The relay is blue.`, statement)).toBe('rejected');
  });

  it('stays where the source has it', async () => {
    const answer = '## Myths\n\nThe cooling pump runs at 40 bar [1].';
    const { cleanText } = await verifyAgainst({ documents: { 'pump.md': `# Myths\n\n${pump}` }, answer });
    expect(cleanText).toBe(answer);
  });
});
