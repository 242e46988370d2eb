import { shortHash } from './short-hash.ts';

/** Returns the key of a claim's content from parts normalised by `normaliseTerm`; `text` is the sentence of a claim without an object. */
export function sayKey(
  about: string,
  predicate: string,
  what: { object: string } | { text: string },
): number {
  const said = 'object' in what ? `1${what.object}` : `0${what.text}`;
  return shortHash(`${about}\u0000${predicate}\u0000${said}`);
}
