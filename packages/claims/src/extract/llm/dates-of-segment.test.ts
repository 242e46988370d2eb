import { parseNote } from '@memora/vault';
import { expect, it } from 'vitest';
import { createDatesOf } from './dates-of-segment.ts';

function mayBe(text: string, date: string): boolean {
  const note = parseNote(Buffer.from(`---\ndate: 2026-03-31\n---\n# Call\n\n${text}\n`), { path: 'a.md' });
  const datesOf = createDatesOf(note);
  return note.segments.some((segment) => datesOf(segment).mayBe(date));
}

it.each([
  ['The dentist comes on the 19th, and the plumber is there already.', '2026-04-19'],
  ['The dentist comes on the 19th at three, and the plumber is there already.', '2026-04-19'],
  ['Vermeer sends the new panes, but not before mid-May.', '2026-05'],
  ['Die neuen Scheiben kommen im Mai und nicht vorher.', '2026-05'],
  ['Der Zahnarzt kommt am 19., und der Klempner ist schon da.', '2026-04-19'],
  ['Der Kurs dauert vom 19. bis zum 22. und ist schon voll.', '2026-04-22'],
  ['Am 19.3. war die Abgabe und danach war es ruhig.', '2026-03-19'],
  ['Am 09.03. war die Abgabe und danach war es ruhig.', '2026-03-09'],
  ['La réunion est le 19/04 à Paris avec toute notre équipe.', '2026-04-19'],
  ['Der Termin ist am 19.04. und wir sind dabei.', '2026-04-19'],
  ['The meeting is on 4/19 and we are there.', '2026-04-19'],
  ['दंत चिकित्सक १९ को है।', '2026-04-19'],
  ['طبيب الأسنان في ١٩.', '2026-04-19'],
  ['歯医者は１９日です。', '2026-04-19'],
  ['ทันตแพทย์วันที่ ๑๙', '2026-04-19'],
])('takes a day that a text names, and a month: %s', (text, date) => {
  expect(mayBe(text, date)).toBe(true);
});

it.each([
  ['The budget rose to 15 million for the staff.', '2026-04-15'],
  ['The budget rose to 15 for the staff.', '2026-04-15'],
  ['We hired 12 people and 3 cooks for the hall.', '2026-04-12'],
  ['We hired 12 people and 3 cooks for the hall.', '2026-04-03'],
  ['It is the 12th pump of the hall and there is no other.', '2026-04-12'],
  ['The dentist comes on the 19th, and the plumber is there already.', '2026-08-19'],
  ['The score of the crew was 12 and that of the guests 9.', '2026-04-12'],
  ['Der Zahnarzt kommt am 19., und der Klempner ist schon da.', '2026-08-19'],
  ['Wir haben 12 Boote und der Hafen ist voll.', '2026-04-12'],
  ['Das Boot ist auf Platz 12. und damit sind wir zufrieden.', '2026-04-12'],
  ['Die Version 12.4.1 ist da und die alte ist weg.', '2026-04-12'],
  ['Die Version 1.12.4. ist da und die alte ist weg.', '2026-04-12'],
  ['Der Server 10.0.3.4. ist da und der alte ist weg.', '2026-04-03'],
  ['Siehe Abschnitt 3.4. der Satzung und den Anhang dazu.', '2026-04-03'],
  ['Es waren 12. Wir haben sie nicht gezählt und sind gegangen.', '2026-04-12'],
  ['Am 3.3. war die Abgabe und danach war es ruhig.', '2026-02-31'],
  ['The invoice of 12/4/19 is paid and that is all.', '2026-04-19'],
  ['The ratio of the mix is 1/2/3 and it is good.', '2026-02-03'],
  ['Le prix passe de 9 à 12 pour tous.', '2026-04-12'],
  ['El precio sube de 9 a 12 para todos.', '2026-04-12'],
  ['Nous étions 12 et nous avons bien mangé.', '2026-04-12'],
  ['Nous avons 12 bateaux et le port est plein.', '2026-04-12'],
  ['Le chapitre 12 est long et il faut le lire avec soin.', '2026-04-12'],
  ['Tenemos 12 barcos y el puerto está lleno.', '2026-04-12'],
  ['Maybe the pump is repaired next season.', '2026-05'],
  ['The march was long and may have hurt him.', '2026-05'],
  ['He may march on the summit.', '2027-03'],
  ['Die Messe in Mailand war voll und die Leute waren sehr zufrieden.', '2026-05'],
])('takes no count, no amount and no part of a word for a day or a month: %s', (text, date) => {
  expect(mayBe(text, date)).toBe(false);
});
