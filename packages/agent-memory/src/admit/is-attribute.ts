import { OF_WORDS, SINGLE_ATTRIBUTES, UNIQUE } from '@memora/language/words';

/** A word for a woman, in German, means what that for a man does. */
export function isAttribute(token: string): boolean {
  const base = token.length > 5 ? token.replace(/in$/u, '') : token;
  return (
    [token, base].some((each) => SINGLE_ATTRIBUTES.has(each) || UNIQUE.has(each)) || COMPOUND.test(token)
  );
}

/** True for "default branch" and "manager of the project" alike: what it says there is one of is the head of the subject. */
export function hasAttribute(subject: readonly string[]): boolean {
  const of = subject.findIndex((token, i) => i > 0 && OF_WORDS.has(token));
  const last = subject[(of < 0 ? subject.length : of) - 1] ?? '';
  return isAttribute(last);
}

/** Compounds are one word in German, Dutch and Swedish: `Paketmanager`. */
const COMPOUND =
  /.{3}(?:manager|leiter|leiterin|nummer|adresse|gruppe|grenze|frist|budget|miete|version|beheerder|nummer|ansvarig)$/u;
