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
  ['Maybe the pump is repaired next season.', '2026-05'],
  ['The march was long and may have hurt him.', '2026-05'],
  ['He may march on the summit.', '2027-03'],
  ['Die Messe in Mailand war voll und die Leute waren sehr zufrieden.', '2026-05'],
])('takes no count, no amount and no part of a word for a day or a month: %s', (text, date) => {
  expect(mayBe(text, date)).toBe(false);
});
