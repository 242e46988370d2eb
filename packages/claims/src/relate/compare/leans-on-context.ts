import { LEANING_WORDS } from '@memora/language/words';
import type { StatementToken } from './statement-token.ts';

/** `This method …`, `From the settings …`, `Note that …`: what it is about stands elsewhere. A year may lead: `In 2023 …`. */
export function leansOnContext([first, second]: readonly StatementToken[]): boolean {
  if (first === undefined || second === undefined) return true;
  return LEANING_WORDS.has(first.key) && second.kind !== 'date';
}

/** The same without reading the rest, for a text that can hold no date. */
export function leansAtOnce(text: string): boolean {
  const first = /^[a-zäöü]+(?=\s)/iu.exec(text)?.[0];
  return first !== undefined && LEANING_WORDS.has(first.toLowerCase()) && !/\d{4}/u.test(text);
}
