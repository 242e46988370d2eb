import { dropTreacherous } from '@memora/language/text';
import { overridesInstructions } from '@memora/language/words';
import { isOrder } from '../context/screen-line.ts';
import { compactLine } from '../recall/compact-line.ts';

/** Maximum number of characters of a text that are read for a line. */
const READ = 4_000;

/**
 * The text of an external memory as one line; empty if it contains instructions for an agent. A claim marker
 * in it is removed.
 */
export function toExternalLine(text: string): string {
  const plain = dropTreacherous(text.slice(0, READ).toWellFormed());
  if (isOrder(plain) || overridesInstructions(plain)) return '';
  return compactLine(plain.replace(/\[\s*(?=claim\s*:)/giu, '(').replace(/\[\s*(?=note\s*:)/giu, '('));
}
