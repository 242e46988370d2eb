import { describe, expect, it } from 'vitest';
import { verifyAgainst } from '../documents.ts';

const verdict = async (evidence: string, statement: string): Promise<string> =>
  (
    await verifyAgainst({
      documents: { 'note.md': evidence },
      answer: `${statement.replace(/\.$/, '')} [1].`,
    })
  ).verdict;

describe('what the source says has been replaced, told as what is so', () => {
  it.each([
    [
      'The rent of Anselm rose from 900 to 1100 euros per month in 2025.',
      'The rent of Anselm is 900 euros per month.',
    ],
    ['The rent rose from 900 euros to 1100 euros in 2025.', 'The rent is 900 euros.'],
    ['The tank was enlarged from 300 to 420 cubic metres.', 'The tank holds 300 cubic metres.'],
    ['The office moved from Berlin to Hamburg in 2024.', 'The office is in Berlin.'],
    ['The office has moved from Berlin to Hamburg.', 'the office is in Berlin'],
    ['We switched the database from MySQL to Postgres.', 'The database is MySQL.'],
    ['We migrated from MySQL to Postgres.', 'We use MySQL.'],
    ['The deadline was moved from 3 May to 10 May.', 'The deadline is 3 May.'],
    ['The meeting was rescheduled from Monday to Thursday.', 'The meeting is on Monday.'],
    ['The price was cut from 40 to 30 euros.', 'The price is 40 euros.'],
    ['Headcount grew from 12 to 30.', 'Headcount is 12.'],
    ['The landlord changed from Mr. Claes to Mr. Verbeke.', 'The landlord is Mr. Claes.'],
    ['Anselm was replaced by Brigit as head baker.', 'Anselm is head baker.'],
    ['We replaced MySQL with Postgres.', 'We use MySQL.'],
    ['The service uses Postgres instead of MySQL.', 'The service uses MySQL.'],
    ['The service used to run on Debian.', 'The service runs on Debian.'],
    ['The rent will rise from 900 to 1100 euros in 2027.', 'The rent is 1100 euros.'],
    ['Die Miete wird von 900 auf 1100 Euro steigen.', 'Die Miete beträgt 1100 Euro.'],
    ['Price: ~~40~~ 30 euros', 'The price is 40 euros.'],
    ['Die Miete stieg von 900 auf 1100 Euro.', 'Die Miete beträgt 900 Euro.'],
    ['Das Büro ist von Berlin nach Hamburg gezogen.', 'Das Büro ist in Berlin.'],
    ['Der Termin wurde vom 3. Mai auf den 10. Mai verschoben.', 'Der Termin ist am 3. Mai.'],
    ['Le loyer est passé de 900 à 1100 euros.', 'Le loyer est de 900 euros.'],
    ['El alquiler subió de 900 a 1100 euros.', 'El alquiler es de 900 euros.'],
    ['L’affitto è passato da 900 a 1100 euro.', 'L’affitto è di 900 euro.'],
    ['O aluguel passou de 900 para 1100 euros.', 'O aluguel é de 900 euros.'],
    ['De huur is gestegen van 900 naar 1100 euro.', 'De huur is 900 euro.'],
    ['Аренда выросла с 900 до 1100 евро.', 'Аренда составляет 900 евро.'],
    ['事務所は東京から大阪に移転しました。', '事務所は東京にあります。'],
    ['办公室从北京搬到了上海。', '办公室在北京。'],
  ])('falls: %s ← %s', async (evidence, statement) => {
    expect(await verdict(evidence, statement)).toBe('rejected');
  });

  it.each([
    ['The rent rose from 900 euros to 1100 euros in 2025.', 'The rent is 1100 euros.'],
    ['The rent rose from 900 euros to 1100 euros in 2025.', 'The rent was 900 euros.'],
    ['The rent rose from 900 to 1100 euros.', 'The rent rose from 900 to 1100 euros.'],
    ['The rent rose from 900 to 1100 euros in 2025.', 'The rent rose from 900 euros.'],
    ['The office moved from Berlin to Hamburg in 2024.', 'The office is in Hamburg.'],
    ['The office moved from Berlin to Hamburg in 2024.', 'The office moved in 2024.'],
    ['The office moved from Berlin to Hamburg in 2024.', 'The office left Berlin.'],
    ['The office moved from Berlin to Hamburg. The warehouse is in Berlin.', 'The warehouse is in Berlin.'],
    ['The train goes from Berlin to Hamburg.', 'The train goes from Berlin.'],
    ['The shop is open from 9 to 17.', 'The shop opens at 9.'],
    ['The valve can be switched from open to closed.', 'The valve can be open.'],
    ['We replaced MySQL with Postgres.', 'We replaced MySQL.'],
    ['The rent will rise from 900 to 1100 euros in 2027.', 'The rent will be 1100 euros.'],
    ['The rent will rise from 900 to 1100 euros in 2027.', 'The rent rises to 1100 euros in 2027.'],
    ['The tool is used to run tests.', 'The tool runs tests.'],
    ['Ida switched from tea to coffee, and back from coffee to tea.', 'Ida drinks tea.'],
    ['Die Miete stieg von 900 auf 1100 Euro.', 'Die Miete beträgt 1100 Euro.'],
    ['Die Miete stieg von 900 auf 1100 Euro.', 'Die Miete betrug 900 Euro.'],
    ['事務所は東京から大阪に移転しました。', '事務所は大阪に移転しました。'],
  ])('stands: %s ← %s', async (evidence, statement) => {
    expect(await verdict(evidence, statement)).not.toBe('rejected');
  });
});
