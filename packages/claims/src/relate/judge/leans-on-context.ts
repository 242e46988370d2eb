import type { StatementToken } from './statement-token.ts';

/** `This method …`, `From the settings …`, `Note that …`: what it is about stands elsewhere. A year may lead: `In 2023 …`. */
export function leansOnContext([first, second]: readonly StatementToken[]): boolean {
  if (first === undefined || second === undefined) return true;
  return LEANING.has(first.key) && second.kind !== 'date';
}

/** The same without reading the rest, for a text that can hold no date. */
export function leansAtOnce(text: string): boolean {
  const first = /^[a-zäöü]+(?=\s)/iu.exec(text)?.[0];
  return first !== undefined && LEANING.has(first.toLowerCase()) && !/\d{4}/u.test(text);
}

const LEANING = new Set(
  (
    'this that these those such other another following in on at from for with by as to of when while if after before since until because note ' +
    'similar see here there then also however so but and or diese dieser dieses jene andere in im am bei von für mit als wenn nach vor seit siehe hier dort auch aber und oder'
  ).split(' '),
);
