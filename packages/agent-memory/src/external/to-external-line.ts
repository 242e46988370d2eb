import { dropTreacherous } from '@memora/language/text';
import { overridesInstructions } from '@memora/language/words';
import { isOrder } from '../context/screen-line.ts';
import { compactLine } from '../recall/compact-line.ts';

/** No line is made of more of a text than this. */
const READ = 4_000;

/** What another memory says, as one line; empty for what would steer an agent. A marker of a claim in it is none. */
export function toExternalLine(text: string): string {
  const plain = dropTreacherous(text.slice(0, READ).toWellFormed());
  if (isOrder(plain) || overridesInstructions(plain)) return '';
  return compactLine(plain.replace(/\[\s*(?=claim\s*:)/giu, '(').replace(/\[\s*(?=note\s*:)/giu, '('));
}
