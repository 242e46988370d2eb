import '@memora/language/scripts-at-once';
import { describe, expect, it } from 'vitest';
import { checkDrift } from '../drift/check-drift.ts';
import { checkCriticalTokens } from './check-critical-tokens.ts';

/** What the guard finds, and the comparison of near copies behind it. */
const compare = (statement: string, evidence: string) => [
  ...checkCriticalTokens(statement, [evidence]).disagreements,
  ...checkDrift(statement, [evidence]),
];

/** A sentence, and what denies it. */
const DENIED: Readonly<Record<string, readonly [string, string]>> = {
  ar: ['تعمل المضخة في القاعة الكبيرة جيدا.', 'لا تعمل المضخة في القاعة الكبيرة جيدا.'],
  bg: ['Помпата в голямата зала работи добре.', 'Помпата в голямата зала не работи добре.'],
  bn: ['বড় ঘরের পাম্প ভালো কাজ করে।', 'বড় ঘরের পাম্প ভালো কাজ করে না।'],
  ca: ['La bomba de la sala gran funciona bé.', 'La bomba de la sala gran no funciona bé.'],
  cs: ['Čerpadlo ve velké hale funguje správně.', 'Čerpadlo ve velké hale nefunguje správně.'],
  'cs, short': ['Čerpadlo funguje.', 'Čerpadlo nefunguje.'],
  da: ['Pumpen i den store sal virker godt.', 'Pumpen i den store sal virker ikke godt.'],
  de: ['Die Pumpe in der großen Halle läuft gut.', 'Die Pumpe in der großen Halle läuft nicht gut.'],
  el: ['Η αντλία στη μεγάλη αίθουσα λειτουργεί καλά.', 'Η αντλία στη μεγάλη αίθουσα δεν λειτουργεί καλά.'],
  en: ['The pump in the large hall runs well.', 'The pump in the large hall does not run well.'],
  es: ['La bomba de la sala grande funciona bien.', 'La bomba de la sala grande no funciona bien.'],
  et: ['Pump suures saalis töötab hästi.', 'Pump suures saalis ei tööta hästi.'],
  fa: ['پمپ تالار بزرگ خوب کار می‌کند.', 'پمپ تالار بزرگ خوب کار نمی‌کند.'],
  fi: ['Suuren salin pumppu toimii hyvin.', 'Suuren salin pumppu ei toimi hyvin.'],
  fr: ['La pompe de la grande salle marche bien.', 'La pompe de la grande salle ne marche pas bien.'],
  he: ['המשאבה באולם הגדול עובדת היטב.', 'המשאבה באולם הגדול לא עובדת היטב.'],
  hr: ['Pumpa u velikoj dvorani radi dobro.', 'Pumpa u velikoj dvorani ne radi dobro.'],
  hu: ['A nagyterem szivattyúja jól működik.', 'A nagyterem szivattyúja nem működik jól.'],
  hy: ['Մեծ սրահի պոմպը լավ է աշխատում։', 'Մեծ սրահի պոմպը լավ չի աշխատում։'],
  id: ['Pompa di aula besar berfungsi baik.', 'Pompa di aula besar tidak berfungsi baik.'],
  it: ['La pompa della sala grande funziona bene.', 'La pompa della sala grande non funziona bene.'],
  ko: ['큰 홀의 펌프가 잘 작동한다.', '큰 홀의 펌프가 잘 작동하지 않는다.'],
  lt: ['Siurblys didelėje salėje veikia gerai.', 'Siurblys didelėje salėje neveikia gerai.'],
  lv: ['Sūknis lielajā zālē darbojas labi.', 'Sūknis lielajā zālē nedarbojas labi.'],
  nl: ['De pomp in de grote zaal loopt goed.', 'De pomp in de grote zaal loopt niet goed.'],
  no: ['Pumpen i den store salen virker godt.', 'Pumpen i den store salen virker ikke godt.'],
  pl: ['Pompa w dużej sali działa dobrze.', 'Pompa w dużej sali nie działa dobrze.'],
  pt: ['A bomba da sala grande funciona bem.', 'A bomba da sala grande não funciona bem.'],
  ro: ['Pompa din sala mare funcționează bine.', 'Pompa din sala mare nu funcționează bine.'],
  ru: ['Насос в большом зале работает хорошо.', 'Насос в большом зале не работает хорошо.'],
  sk: ['Čerpadlo vo veľkej hale funguje správne.', 'Čerpadlo vo veľkej hale nefunguje správne.'],
  sl: ['Črpalka v veliki dvorani deluje dobro.', 'Črpalka v veliki dvorani ne deluje dobro.'],
  sv: ['Pumpen i den stora salen fungerar bra.', 'Pumpen i den stora salen fungerar inte bra.'],
  ta: ['பெரிய கூடத்தின் பம்ப் நன்றாக வேலை செய்கிறது.', 'பெரிய கூடத்தின் பம்ப் நன்றாக வேலை செய்யவில்லை.'],
  tr: ['Büyük salondaki pompa iyi çalışıyor.', 'Büyük salondaki pompa iyi çalışmıyor.'],
  uk: ['Насос у великій залі працює добре.', 'Насос у великій залі не працює добре.'],
  vi: ['Máy bơm trong hội trường lớn hoạt động tốt.', 'Máy bơm trong hội trường lớn không hoạt động tốt.'],
};

describe.each(Object.entries(DENIED))('in %s', (_, [stated, denied]) => {
  it('a denial is not what its opposite says, nor the other way round', () => {
    for (const [statement, evidence] of [
      [denied, stated],
      [stated, denied],
    ] as const)
      expect(compare(statement, evidence), statement).not.toEqual([]);
  });

  it('each says what it says', () => {
    for (const sentence of [stated, denied]) expect(compare(sentence, `${sentence} x`)).toEqual([]);
  });
});

/** Verbs that have an opposite: another form of the same verb is none, and takes no denial back. */
const VERBS =
  'accept allow approve reject refuse permit forbid hire fire lend borrow confirm deny love hate add remove include exclude open close enable disable rise drop';

it.each(VERBS.split(' '))('who does not %s is not said to, nor the other way round', (verb) => {
  const form = verb.endsWith('y') ? `${verb.slice(0, -1)}ies` : `${verb}s`;
  const [stated, denied] = [`Maria ${form} dogs.`, `Maria does not ${verb} dogs.`];
  expect(compare(stated, denied), stated).not.toEqual([]);
  expect(compare(denied, stated), denied).not.toEqual([]);
  expect(compare(stated, `The council met on Monday and Maria does not ${verb} dogs.`), stated).not.toEqual(
    [],
  );
});

it.each([
  ['The clinic does not accept cash.', 'The clinic rejects cash.'],
  ['The shop does not open on Sundays.', 'The shop is closed on Sundays.'],
])('%j agrees with %j', (statement, evidence) => {
  expect(compare(statement, evidence)).toEqual([]);
});

/** Two and another number, in letters. */
it.each([
  ['cs', 'Tým má pět členů.', 'Tým má tři členů.'],
  ['da', 'Holdet har otte medlemmer.', 'Holdet har syv medlemmer.'],
  ['el', 'Η ομάδα έχει πέντε μέλη.', 'Η ομάδα έχει τρία μέλη.'],
  ['et', 'Meeskonnas on viis liiget.', 'Meeskonnas on kolm liiget.'],
  ['fi', 'Tiimissä on viisi jäsentä.', 'Tiimissä on kolme jäsentä.'],
  ['hu', 'A csapatnak öt tagja van.', 'A csapatnak három tagja van.'],
  ['id', 'Tim ini punya tujuh anggota.', 'Tim ini punya tiga anggota.'],
  ['lt', 'Komandoje yra penki nariai.', 'Komandoje yra trys nariai.'],
  ['lv', 'Komandā ir pieci biedri.', 'Komandā ir trīs biedri.'],
  ['pl', 'Zespół ma pięć osób.', 'Zespół ma trzy osób.'],
  ['ro', 'Echipa are cinci membri.', 'Echipa are trei membri.'],
  ['sk', 'Tím má päť členov.', 'Tím má osem členov.'],
  ['sv', 'Laget har fem medlemmar.', 'Laget har tre medlemmar.'],
  ['uk', 'Команда має чотири члени.', 'Команда має сім членів.'],
])('another number in words is found in %s', (_, one, other) => {
  expect(checkCriticalTokens(one, [other]).disagreements).toMatchObject([{ kind: 'number' }]);
  expect(checkCriticalTokens(other, [one]).disagreements).toMatchObject([{ kind: 'number' }]);
});

it.each([
  ['De pomp loopt nu.', 'De pomp loopt.'],
  ['Das Ei liegt im Korb.', 'Im Korb liegt das Ei.'],
  ['Čerpadlo nefunguje od pondělí.', 'Od pondělí čerpadlo nefunguje.'],
  ['The network runs well.', 'It runs well, the work says.'],
  ['The newest hall is large.', 'In the west stands a large hall, the newest one.'],
])('%j agrees with %j', (statement, evidence) => {
  expect(checkCriticalTokens(statement, [evidence]).disagreements).toEqual([]);
});
