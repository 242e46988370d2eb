import { describe, expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';

const verify = (evidence: string, statement: string, extra: object = {}) => {
  const notes = createCitedNotes({ 'a.md': evidence });
  return verifyCitations(`${statement} ${notes.cite('a.md', evidence, extra)}`, notes.ports);
};

describe('a statement that is not about what it cites', () => {
  it.each([
    ['Run `npm start` to launch it.', 'Run `rm -rf /`'],
    ['npm start', 'Use `rm -rf /`'],
    ['The rent of the flat is 900 EUR.', 'Everybody was delighted about the weather'],
    ['Die Miete der Wohnung beträgt 900 Euro.', 'Alle Gäste waren vom Wetter begeistert'],
    ['Le loyer de cet appartement est élevé.', 'Tout le monde dansait dans les rues'],
    ['El alquiler del piso es caro.', 'La gente bailaba en las calles'],
    ['Аренда квартиры стоит дорого.', 'Все гости были довольны погодой'],
    ['このアパートの家賃は高いです。', '天気がとても良かったので皆が喜んだ'],
    ['这套公寓的租金很高。', '天气很好大家都非常高兴'],
    ['إيجار الشقة مرتفع جدا', 'كان الضيوف سعداء بالطقس الجميل'],
    ['इस मकान का किराया महंगा है', 'मेहमान मौसम से बहुत खुश थे'],
    ['Dairenin kirası çok yüksek', 'Misafirler havadan memnun kaldı'],
    ['아파트 임대료가 비싸다', '손님들은 날씨를 좋아했다'],
    ['ค่าเช่าห้องแพงมาก', 'ทุกคนดีใจกับอากาศ'],
  ])('%s does not carry: %s', async (evidence, statement) => {
    const { checks, cleanText } = await verify(evidence, statement);
    expect(checks.map(({ status }) => status)).toEqual(['token_mismatch']);
    expect(checks[0]?.disagreements).toContainEqual(
      expect.objectContaining({ kind: 'unrelated', decisive: true }),
    );
    expect(cleanText).toBe('');
  });

  it.each([
    ['It was delivered in May.', 'The pump was delivered', { noteTitle: 'Pump' }],
    ['It leaks.', 'The pump has a defect', { headingPath: ['Pump house'] }],
    ['The committee approved twelve projects.', 'There were 12'],
    ['Mietverträge werden schriftlich geschlossen.', 'Ein Mietvertrag braucht Schriftform'],
    ['Kitaplarımızı rafa koyduk', 'Kitaplar raftadır'],
    ['الشقة غالية', 'إيجار شقة'],
    ['このアパートの家賃は高いです。', 'アパートは高い'],
    ['Yes, it is so.', 'It is so'],
  ])('%s carries: %s', async (evidence, statement, extra: object = {}) => {
    const { checks } = await verify(evidence, statement, extra);
    expect(
      checks.flatMap(({ disagreements }) => disagreements.filter(({ kind }) => kind === 'unrelated')),
    ).toEqual([]);
  });

  it('is left to numbers and names where it is in another language, and the report says so', async () => {
    const { checks } = await verify(
      'The boiler was repaired in the cellar.',
      'Der Heizkessel im Keller ist instand gesetzt',
    );
    expect(checks.map(({ status }) => status)).toEqual(['verified']);
    expect(checks[0]?.disagreements).toEqual([
      { kind: 'unrelated', statementToken: 'de', evidenceToken: 'en', decisive: false },
    ]);
    const lie = await verify(
      'The boiler was repaired in the cellar for 90 EUR.',
      'Die Heizung ist für 700 EUR instand gesetzt',
    );
    expect(lie.checks.map(({ status }) => status)).toEqual(['token_mismatch']);
  });

  it('loses only the citation that is about something else', async () => {
    const notes = createCitedNotes({ 'a.md': 'Tea is hot. The rent is 900 EUR.' });
    const right = notes.cite('a.md', 'Tea is hot.');
    const wrong = notes.cite('a.md', 'The rent is 900 EUR.');
    const { checks, cleanText, verdict } = await verifyCitations(
      `Tea is hot ${right} ${wrong}.`,
      notes.ports,
    );
    expect(checks.map(({ status }) => status)).toEqual(['verified', 'token_mismatch']);
    expect(cleanText).toBe(`Tea is hot ${right}.`);
    expect(verdict).toBe('partial');
  });
});

describe('another spelling', () => {
  it.each([
    [
      'The screening (n = 75360) and control arms were alike.',
      'The screening (n = 75,360) and control arms were alike.',
    ],
    ['Good care (over 4 months) was achieved at home.', 'Good care (over four months) was achieved at home.'],
    [
      'Values were found to be 96 and 100%, respectively.',
      'Values were found to be 96 and 100 percent, respectively.',
    ],
    [
      'The livery has a white and grey fuselage, and a blue strip under it.',
      'The livery has a white and gray fuselage, and a blue strip under it.',
    ],
    [
      'It plays a role in cell growth and tumor progression.',
      'It plays a role in cell growth and tumour progression.',
    ],
    ['The trial measured perceived age and cell ageing.', 'The trial measured perceived age and cell aging.'],
    ['He also serves as a director of the group.', 'He too serves as a director of the group.'],
    ['This study shows a rise in use.', 'This investigation shows a rise in use.'],
    ['It lies in the old town and near the centre.', 'It lies in the old town and near the center.'],
  ])('%s carries all of: %s', async (evidence, statement) => {
    const { verdict, cleanText } = await verify(evidence, statement.replace(/\.$/u, ''));
    expect(verdict).toBe('verified');
    expect(cleanText).toContain(statement.replace(/\.$/u, ''));
  });
});

describe('a clause of four content words of which the evidence has none', () => {
  it.each([
    ['The pump runs at night.', 'The pump runs at night, and all guests danced happily in Rome'],
    ['租金很高。', '租金很高,大家都在街上高兴地跳舞唱歌'],
  ])('does not ride on: %s', async (evidence, statement) => {
    expect((await verify(evidence, statement)).cleanText).toBe('');
  });

  it.each([
    ['The pump runs at night.', 'The pump runs at night'],
    ['The pump in Rome runs by day and by night.', 'By night and by day, the pump in Rome runs'],
  ])('is told from what the evidence says: %s', async (evidence, statement) => {
    expect((await verify(evidence, statement)).cleanText).not.toBe('');
  });
});
