import { readNumbers } from '@memora/language/numbers';
import { areExclusive } from '../words/opposites.ts';
import type { AlignedPair, DriftFinding } from './aligned-pair.ts';
import { difference } from './difference.ts';
import type { DriftToken } from './read-drift-tokens.ts';
import type { Hunk } from './read-hunks.ts';

/** Names, figures and other words that stand where the window has another one. */
export function compareReplaced(pair: AlignedPair, evidence: EvidenceWords): DriftFinding[] {
  return pair.hunks.flatMap((hunk) => {
    const number = replacedNumber(pair, hunk, evidence) ?? replacedFirst(hunk) ?? replacedLetter(hunk);
    if (number !== null) return [number];
    const name = replacedName(pair, hunk, evidence);
    if (name !== null) return [name];
    const word = replacedWord(pair, hunk);
    return word === null ? [] : [word];
  });
}

/** What all of the evidence has. */
export interface EvidenceWords {
  readonly values: ReadonlySet<number>;
  /** Words that stand capitalised inside a sentence somewhere. */
  readonly names: ReadonlySet<string>;
  /** True where nouns have capitals. */
  readonly german: boolean;
}

/** A figure that stands elsewhere in the evidence, where this place has another one. One that stands nowhere is refused by the guard. */
function replacedNumber(
  pair: AlignedPair,
  { said, known }: Hunk,
  { values }: EvidenceWords,
): DriftFinding | null {
  // An exception the other way round: at 8, except on Fridays.
  if (pair.said.some(({ role }) => role.condition)) return null;
  for (const token of said) {
    if (token.number === null || token.number.bound === 'about') continue;
    const own = token.number.values;
    if (!own.some((value) => values.has(value))) continue;
    const others = known.filter(({ number }) => number !== null);
    const other = others.find(({ number }) => number !== null && number.ordinal === token.number?.ordinal);
    if (
      other === undefined ||
      others.some(({ number }) => number?.values.some((value) => own.includes(value)))
    )
      continue;
    // A list in another order: the place's own figure is said elsewhere.
    if (pair.said.some(({ number }) => number?.values.some((value) => other.number?.values.includes(value))))
      continue;
    return difference('number', token, other);
  }
  return null;
}

/** `The first release` for `the second release`: of ordinals only this one is no figure, because it says other things besides. */
function replacedFirst({ said, known }: Hunk): DriftFinding | null {
  const other = known.find(({ number }) => number?.ordinal === true);
  const first = said.find(({ number, text }) => number === null && isFirst(text));
  return other === undefined || first === undefined ? null : difference('number', first, other);
}

function isFirst(word: string): boolean {
  const [read] = readNumbers(word);
  return read?.ordinal === true && read.values[0] === 1;
}

/** Two letters that are not the same. Words of a language that are one letter are no names. */
const OTHER_LETTER = /^(?![aeiouy] [aeiouy]$)([a-z]) (?!\1)[a-z]$/u;

/** `plan a` for `plan b`: one letter where another one stands, and nothing else. */
function replacedLetter({ said, known }: Hunk): DriftFinding | null {
  const [mine, other] = [said[0], known[0]];
  if (mine === undefined || other === undefined || said.length > 1 || known.length > 1) return null;
  return OTHER_LETTER.test(`${mine.key} ${other.key}`) ? difference('name', mine, other) : null;
}

function replacedName(
  pair: AlignedPair,
  { said, known }: Hunk,
  evidence: EvidenceWords,
): DriftFinding | null {
  const isName = (token: DriftToken, among: readonly DriftToken[]) => {
    if (token.role.traits.includes('honorific') || token.key.length < 2) return false;
    if (token.opens) return /^\p{Lu}/u.test(token.text) && token.content && evidence.names.has(token.key);
    return (
      token.name &&
      (!evidence.german || token.unspaced || hasNameBeside(token, among) || isBare(token, among))
    );
  };
  // In a longer stretch another name is a detail left out.
  if (known.length > said.length + 2) return null;
  const ours = said.filter((token) => isName(token, pair.said));
  const theirs = known.filter((token) => isName(token, pair.known));
  if (ours.length === 0 && theirs.length === 0) return replacedSubject(pair, { said, known });
  // The subject of a sentence opens it: one of the two is enough to tell that it is a name.
  const [our, their] = [ours[0] ?? opening(said, theirs), theirs[0] ?? opening(known, ours)];
  if (our === undefined || their === undefined) return null;
  for (const mine of ours.length > 0 ? ours : [our]) {
    // A name that only moved: it stands in the window, away from this place.
    if (
      !takesPlace(pair, { said, known }, mine) &&
      pair.known.some((token, k) => (pair.backOf[k] as number) === -1 && sameName(token, mine))
    )
      continue;
    const other = (theirs.length > 0 ? theirs : [their]).find(
      (token) =>
        !pair.said.some((each, i) => (pair.alignment.matchOf[i] as number) === -1 && sameName(each, token)),
    );
    if (other === undefined) return null;
    if (mine.key.charAt(0) === other.key.charAt(0) && (mine.key.length === 1 || other.key.length === 1))
      return null;
    if (isShort(mine) !== isShort(other) || areInitials(said, known) || areInitials(known, said)) return null;
    return difference('name', mine, other);
  }
  return null;
}

/** `Ben works in Rome` for `Anna works in Rome, and Ben in Paris`: in front of the same word stands another one of the names. */
function takesPlace(
  { said, alignment, known: window, backOf }: AlignedPair,
  hunk: Pick<Hunk, 'said' | 'known'>,
  mine: DriftToken,
): boolean {
  const [their] = hunk.known;
  if (hunk.said.length !== 1 || hunk.known.length !== 1 || their === undefined) return false;
  const [i, k] = [said.indexOf(mine), window.indexOf(their)];
  return (
    i === 0 &&
    (alignment.matchOf[i + 1] as number) === k + 1 &&
    !said.some((token) => sameName(token, their)) &&
    !window.some(
      (token, at) => (backOf[at] as number) === -1 && /^(?:by|von|par|por|da|door)$/u.test(token.key),
    )
  );
}

const SINGULAR_VERB =
  // Keys have no accents.
  /^(?:is|was|has|had|will|can|ist|war|hat|hatte|wird|est|etait|a|es|era|ha|e|foi|fue)$|(?:[^s]s|ed|eu|ou|iu|o|lt|bt|gt|rt|tet|wrote|said|paid|bought|sold|left|came|went|met|got|gave|took)$/u;

/** `Anna owns it` for `Maria owns it`: a bare noun before a verb in the singular is a name, or something as telling. */
function replacedSubject(
  { said, known, alignment }: AlignedPair,
  hunk: Pick<Hunk, 'said' | 'known'>,
): DriftFinding | null {
  const [our, ...more] = hunk.said;
  const [their, ...others] = hunk.known;
  if (our === undefined || their === undefined || more.length > 0 || others.length > 0) return null;
  const verb = said[said.indexOf(our) + 1];
  if (verb === undefined || (alignment.matchOf[said.indexOf(our) + 1] as number) !== known.indexOf(their) + 1)
    return null;
  const bare = [our, their].every(
    ({ opens, text, content }) =>
      opens && content && /^\p{Lu}\p{Ll}+$/u.test(text) && !/(?:s|ing|ung|heit|keit|tion)$/u.test(text),
  );
  return bare && SINGULAR_VERB.test(verb.key) && !sameName(our, their)
    ? difference('name', our, their)
    : null;
}

function opening(tokens: readonly DriftToken[], others: readonly DriftToken[]): DriftToken | undefined {
  const [first] = tokens;
  return others.length > 0 &&
    tokens.length === 1 &&
    first?.opens &&
    first.content &&
    /^\p{Lu}/u.test(first.text)
    ? first
    : undefined;
}

/** `in Bremen`, `von Keller`: a German noun that no article, and nothing else, parts from its preposition is a name more often than not. */
function isBare({ text, start }: DriftToken, among: readonly DriftToken[]): boolean {
  const before = among[among.findIndex((token) => token.start === start) - 1];
  return (
    before !== undefined &&
    start - before.end === 1 &&
    /^(?:in|von|mit|nach|aus|bei|bis|über|gegen|für|an)$/u.test(before.text) &&
    /^\p{Lu}\p{Ll}{2,}$/u.test(text) &&
    !/(?:(?:ung|heit|keit|schaft|tion)(?:en)?|tät|nis|ik|ie)$/u.test(text)
  );
}

/** In German every noun has a capital: two of them side by side, or a title, make a name. */
function hasNameBeside(token: DriftToken, among: readonly DriftToken[]): boolean {
  const at = among.indexOf(token);
  const [before, after] = [among[at - 1], among[at + 1]];
  const beside = (other: DriftToken | undefined, gap: number) =>
    other !== undefined &&
    gap === 1 &&
    other.number === null &&
    (other.role.traits.includes('honorific') || (/^\p{Lu}/u.test(other.text) && other.content));
  return beside(before, token.start - (before?.end ?? 0)) || beside(after, (after?.start ?? 0) - token.end);
}

/** Two spellings of one name, or a name and its adjective: Poland and Polish, Peter and Peter's. */
function sameName(a: DriftToken, b: DriftToken): boolean {
  if (a.stem === b.stem) return true;
  if (a.key.length < 5 || b.key.length < 5) return false;
  if (Math.abs(a.key.length - b.key.length) > 3) return false;
  const length = Math.max(4, Math.min(a.key.length, b.key.length) - 3);
  return a.key.slice(0, length) === b.key.slice(0, length);
}

function isShort({ text }: DriftToken): boolean {
  return text.length <= 6 && text.length > 1 && text === text.toUpperCase() && /\p{Lu}/u.test(text);
}

/** `UN` for United Nations. */
function areInitials(short: readonly DriftToken[], long: readonly DriftToken[]): boolean {
  const letters = long
    .filter(({ text }) => /^\p{Lu}/u.test(text))
    .map(({ key }) => key.charAt(0))
    .join('');
  return letters.length > 1 && short.some(({ key }) => key === letters);
}

/** A content word for another one: reported only, four of five are synonyms. What excludes the other makes a statement fall, where it is all that differs. */
function replacedWord({ hunks }: AlignedPair, { said, known, edge }: Hunk): DriftFinding | null {
  if (edge !== null && (said.length === 0 || known.length > 3)) return null;
  if ([...said, ...known].some(({ number, role }) => number !== null || role.negator)) return null;
  const ours = said.filter(saysSomething);
  const theirs = known.filter(saysSomething);
  const [our, their] = [ours[0], theirs[0]];
  if (our === undefined || their === undefined || ours.length !== 1 || theirs.length !== 1) return null;
  const others = hunks.filter((hunk) => hunk.said.some(saysSomething));
  if (others.length === 1 && areExclusive(our.key, their.key)) return difference('comparison', our, their);
  // Two words that have opposites are compared by a rule of their own, and grammar says nothing.
  const isTold = (our.content || their.content) && !our.role.function && !their.role.function;
  return isTold ? { rule: 'word', said: our, known: their, decisive: false } : null;
}

/** One of two opposites is no content here: a rule of its own compares it with the other. A letter alone is an article (`l'eau`), or has a rule too. */
function saysSomething({ content, unspaced, role, key }: DriftToken): boolean {
  return !unspaced && ((content && key.length > 1) || role.side !== 0);
}
