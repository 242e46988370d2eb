import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLoose } from '../reading/cited-reading.ts';
import { type CriticalTokenOptions, checkCriticalTokens, compareTokens } from './check-critical-tokens.ts';

function kinds(statement: string, evidence: string, options: CriticalTokenOptions = {}): string[] {
  return checkCriticalTokens(statement, evidence, options).disagreements.map(({ kind }) => kind);
}

/** What stands in the evidence word for word is not compared. */
function saysItself(statement: string, evidence: string): boolean {
  return evidence.includes(statement.slice(0, -1));
}

describe('checkCriticalTokens', () => {
  it.each([
    ['It cost $3.5 million.', 'It cost 3,500,000 dollars.'],
    ['Twenty-one people came.', '21 people came.'],
    ['Es kostet 1.234,50 €.', 'It costs €1,234.50.'],
    ['The rate is 5 percent.', 'The rate is 5%.'],
    ['The landlord may not enter.', 'The landlord may not enter.'],
    ['The warranty is 6 months.', '- 6-month warranty on all products'],
    ['It took fifty years.', 'It took five decades.'],
    ['More than 100,000 copies were sold.', 'The album sold 258,000 copies.'],
    ['It opened on 5 March 2019.', 'Opened: 2019-03-05.'],
    ['Eröffnet am 5. März 2019.', 'It opened on March 5, 2019.'],
    ['Открыт 5 марта 2019 года.', 'It opened on March 5, 2019.'],
    ['2019年3月5日に開館した。', 'It opened on March 5, 2019.'],
    ['The season of 2018–19 was good.', 'The 2018-2019 season was good.'],
    ['The UN met.', 'The United Nations met.'],
    // The full stop behind an address is the sentence's.
    ['Für Ä schreib an a@b.org.', 'An a@b.org schreib für Ä jetzt.'],
    ['Ana and Bob signed.', 'Bob and Ana signed the lease.'],
    ['面积为三千平方米。', '面积为3000平方米。'],
  ])('agrees: %s', (statement, evidence) => {
    expect(kinds(statement, evidence)).toEqual([]);
  });

  it.each([
    ['number', 'It cost $4.5 million.', 'It cost 3,500,000 dollars.'],
    ['number', 'It fell to -5 degrees.', 'It fell to 5 degrees.'],
    ['number', 'Twenty-two people came.', '21 people came.'],
    ['unit', 'The road is 5 miles long.', 'The road is 5 km long.'],
    ['unit', 'It cost 5 euros.', 'It cost 5 dollars.'],
    ['date', 'It opened on 6 March 2019.', 'It opened on March 5, 2019.'],
    ['date', 'Es öffnete am 5. Mai 2019.', 'Es öffnete am 5. März 2019.'],
    ['comparator', 'Orders under $100 ship free.', 'Orders over $100 ship free.'],
    ['negator', 'The landlord may enter.', 'The landlord may not enter.'],
    ['negator', 'The landlord may not enter.', 'The landlord may enter.'],
    ['negator', 'Der Vermieter darf die Wohnung betreten.', 'Der Vermieter darf die Wohnung nicht betreten.'],
    [
      'negator',
      'Le bailleur peut entrer dans le logement.',
      'Le bailleur ne peut pas entrer dans le logement.',
    ],
    ['negator', 'El propietario puede entrar en el piso.', 'El propietario no puede entrar en el piso.'],
    ['negator', 'Арендодатель может войти в квартиру.', 'Арендодатель не может войти в квартиру.'],
    ['negator', '房东允许进入公寓。', '房东不允许进入公寓。'],
    ['quantifier', 'All employees received training.', 'Some employees received training.'],
    ['modal', 'Tenants must pay the deposit.', 'Tenants may pay the deposit.'],
    ['time', 'The shop opens at 9 pm.', 'The shop opens at 9 am.'],
    ['time', 'Der Zug fährt um 14:30 Uhr.', 'Der Zug fährt um 14:45 Uhr.'],
    ['time', '店は午後9時に開きます。', '店は午前9時に開きます。'],
    ['condition', 'The refund is paid.', 'The refund is paid if the parcel is returned.'],
    ['order', 'The team chose MySQL over Postgres.', 'The team chose Postgres over MySQL.'],
    ['order', 'Ida thanked the user.', 'The user thanked Ida.'],
    ['order', 'Ida paid the user 5 euros.', 'The user paid Ida 5 euros.'],
    ['order', 'The city of Graz sued Acme Corp.', 'Acme Corp sued the city of Graz.'],
    ['order', 'The old queue waits for the worker.', 'The worker waits for the old queue.'],
    ['number', 'The script needs Python 3.1.', 'The script needs Python 3.10.'],
    ['number', 'The script needs Python 3.10.', 'The script needs Python 3.1.'],
    ['name', 'The talks were held in Geneva.', 'The talks were held in Vienna.'],
    ['identifier', 'The fix is in v2.4.1.', 'The fix is in v2.4.0.'],
  ])('finds a %s that disagrees: %s', (kind, statement, evidence) => {
    const { ok, disagreements } = checkCriticalTokens(statement, evidence);
    expect(disagreements.map((found) => found.kind)).toContain(kind);
    expect(ok).toBe(false);
  });

  it.each([
    ['The capital of France is Paris.', 'Paris is the capital of France.'],
    ['The lead is Ida.', 'Ida is the lead.'],
    ['Tom likes coffee and Ida likes tea.', 'Ida likes tea and Tom likes coffee.'],
    ['The tool supports Windows, macOS and Linux.', 'The tool supports Linux, macOS and Windows.'],
    ['Port 443 serves HTTPS, port 80 serves HTTP.', 'Port 80 serves HTTP, port 443 serves HTTPS.'],
    ['Reports run weekly; backups run nightly.', 'Backups run nightly; reports run weekly.'],
    ['The plan costs 3.1 euros.', 'The plan costs 3.10 euros.'],
    ['The score is 0.9.', 'The score is 0.90.'],
    ['It needs Node 10.', 'It needs Node 10.0.'],
  ])('lets stand what only stands in another order, or is written another way: %s', (statement, evidence) => {
    expect(checkCriticalTokens(statement, evidence).disagreements).toEqual([]);
  });

  it('takes title, headings and the claim itself as evidence', () => {
    const { ok } = checkCriticalTokens('Rent in 2019 was 900.', 'Rent was 900.', { headingPath: ['2019'] });
    expect(ok).toBe(true);
  });

  it('reports a name of which a part is missing, and one that is the subject, without stripping', () => {
    expect(checkCriticalTokens('It was said by Anna Smith.', 'It was said by Anna.')).toMatchObject({
      ok: true,
      disagreements: [{ kind: 'name', decisive: false }],
    });
    const claim = { subject: 'Ernest Rutherford' };
    expect(checkCriticalTokens('The atom was split by Rutherford.', 'He split the atom.', { claim }).ok).toBe(
      true,
    );
  });

  it('leaves names out where it is told to', () => {
    expect(kinds('The talks were held in Geneva.', 'The talks were held.', { names: false })).toEqual([]);
  });

  it('lets every critical token disagree with no evidence at all', () => {
    expect(kinds('Nobody may enter after 2019', '')).toEqual(expect.arrayContaining(['number', 'negator']));
    expect(kinds('Key points', '')).toEqual([]);
  });

  it('judges statements of any length, and none as good for being long', () => {
    const evidence = 'Tea is hot. It was made on 2020-01-02 at 9 am by Ann.';
    for (const [piece, kind] of [
      ['2020-01-01 ', 'date'],
      ['5 May ', 'date'],
      ['at 10:30 ', 'time'],
      ['Bob Ray and ', 'name'],
      ['twenty-two ', 'number'],
      ['v2.4.1 ', 'identifier'],
      ['Tuesday ', 'date'],
    ] as const) {
      const { ok, disagreements } = checkCriticalTokens(piece.repeat(10_000), evidence);
      expect([piece, ok]).toEqual([piece, false]);
      expect(disagreements.map((found) => found.kind)).toContain(kind);
    }
  });

  it.each([
    ['Human papillomavirus (HPV) causes it.', 'Infection with human papillomavirus causes it.'],
    ['Break-induced DNA replication (BIR) needs RAD52.', 'RAD52 drives break-induced replication of DNA.'],
    ['The drug lowers TNF.', 'The drug lowers tumor necrosis factor.'],
    ['The drug lowers TNFα.', 'The drug lowers TNF-alpha.'],
    ['IFN-gamma protects.', 'IFN-γ protects.'],
    ['The embryo has many mTECs.', 'An mTEC of the embryo is one of many.'],
    ['Soaps kill Staphylococcus aureus.', 'Soaps kill S. aureus.'],
    ['It lowers type II diabetes.', 'It lowers type 2 diabetes.'],
  ])('knows a name by another form that the evidence has: %s', (statement, evidence) => {
    const { disagreements } = checkCriticalTokens(statement, evidence);
    expect(disagreements.filter(({ decisive }) => decisive)).toEqual([]);
  });

  it.each([
    ['Human papillomavirus (HPV) causes it.', 'Infection with herpes simplex causes it.'],
    ['The drug lowers TNF.', 'The drug lowers the new fee.'],
    ['The drug lowers TNFα.', 'The drug lowers TNF-beta.'],
    ['The embryo has many mTECs.', 'The embryo has many mTACs.'],
    ['Soaps kill Staphylococcus aureus.', 'Soaps kill S. epidermidis.'],
    ['It lowers type II diabetes.', 'It lowers type 1 diabetes in 2 of 3.'],
  ])('knows no name by less: %s', (statement, evidence) => {
    expect(checkCriticalTokens(statement, evidence).ok).toBe(false);
  });

  it.each(['a.', 'a/', 'a-', 'a_', 'twenty-', 'und', 'IV', '1.', 'A of ', 'α', '(AB) '])(
    'reads a text in which %s does not end',
    (piece) => {
      const endless = piece.repeat(100_000);
      expect(() => checkCriticalTokens(endless, 'Bob is not 9.')).not.toThrow();
      expect(checkCriticalTokens('Bob (BO) is not 9.', endless).ok).toBe(false);
    },
  );

  it.each(['before', 'behind', 'between'])('counts negators, however many stand %s the words', (where) => {
    for (const count of [1, 2, 3, 20_000, 20_001]) {
      const nots = Array.from({ length: count }, () => 'not').join(' ');
      const statement =
        where === 'before'
          ? `${nots} tea is hot.`
          : where === 'behind'
            ? `Tea is hot ${nots}.`
            : `Tea is ${nots} hot.`;
      expect(checkCriticalTokens(statement, 'Tea is hot.').ok).toBe(false);
    }
  });

  it('pairs any number of negators, and compares any amount of code', () => {
    const denied = 'tea is not hot and '.repeat(20_000);
    expect(checkCriticalTokens(`${denied}done.`, `${denied.replaceAll('tea', 'milk')}done.`)).toBeDefined();
    const codes = Array.from({ length: 20_000 }, (_, i) => `\`c${i}\``).join(' ');
    expect(checkCriticalTokens(codes, codes.replaceAll('c', 'd')).ok).toBe(false);
  });

  it('leaves out no comparison that would find something', () => {
    const word = fc.constantFrom(
      ...'the tea Tea hot not never unsafe safe all some may must rose fell more less before after 5 km 5km -5 am pm 9:30 9:45 noon May Monday'.split(
        ' ',
      ),
      ...'only if unless Ann Bob OPS-1 OPS-2 a@b.org 2.4.1 2.4.2 iPhone twenty-two half and over by was is A B'.split(
        ' ',
      ),
    );
    const text = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => `${words.join(' ')}.`);
    fc.assert(
      fc.property(text, text, (statement, evidence) => {
        const everything = { figures: true, names: true, polarity: true };
        const full = compareTokens(statement, readLoose([evidence], '', ''), true, everything);
        const { ok } = checkCriticalTokens(statement, evidence);
        if (ok) {
          const found = full.filter(({ decisive }) => decisive);
          expect(saysItself(statement, evidence) ? [] : found).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('finds no disagreement of a text with itself, and never throws', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        ' not ',
        ' 5 km ',
        ' -3.5% ',
        ' May 5, 2019 ',
        ' Ana ',
        ' all ',
        ' must ',
        ' more than 7 ',
        '三千',
        '. ',
      ),
    );
    const text = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, (left, right) => {
        expect(checkCriticalTokens(left, left || 'x').ok).toBe(true);
        checkCriticalTokens(left, right);
      }),
    );
  });
});

describe('what the citation bench found on its dev half', () => {
  it('lets no number without a percent sign carry a bound of percents', () => {
    expect(
      kinds('Elements bound up to 25% of the sites.', 'Homologues of interleukin 10 bind the sites.'),
    ).toContain('number');
    expect(kinds('Elements bound up to 25% of the sites.', 'Elements bound 19% of the sites.')).toEqual([]);
  });

  it.each([
    ['They cannot tell whether it is or is not safe.', "They can't tell whether it is or isn't safe."],
    ['It costs 22,4 **миллионов** долларов.', 'It costs 22,4 миллионов долларов.'],
  ])('%s says what %s says', (statement, evidence) => {
    expect(kinds(statement, evidence)).toEqual([]);
  });
});

it('takes what opens a comment for no flag', () => {
  const text = "Tea <!--x'x<script> is hot.";
  expect(checkCriticalTokens(text, ['Tea is hot.']).disagreements).toEqual([]);
  expect(checkCriticalTokens(text, [text]).disagreements).toEqual([]);
});
