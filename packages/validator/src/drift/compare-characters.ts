import { type UnspacedWords, unspacedWords } from '@memora/language/scripts';
import { negatorsWithin, unspacedClasses } from '../words/unspaced-lexicon.ts';
import type { AlignedPair, DriftFinding } from './aligned-pair.ts';
import { difference } from './difference.ts';
import type { DriftToken } from './read-drift-tokens.ts';
import type { Hunk } from './read-hunks.ts';

/** What says less than the other, or the same. */
const WEAKER = new Set(['all many', 'all some', 'many some', 'some many']);

/** The classes of words that may not change, in scripts without spaces: there a word is a run of characters. */
export function compareCharacters({ said, known, hunks }: AlignedPair): DriftFinding[] {
  const words = unspacedWords();
  if (words === null || !known.some(({ unspaced }) => unspaced)) return [];
  const found: DriftFinding[] = [];
  for (const hunk of joined(hunks, said, known)) {
    const [ours, theirs] = [
      around(said, hunk.saidAt, hunk.said.length),
      around(known, hunk.knownAt, hunk.known.length),
    ];
    const add = (rule: DriftFinding['rule']) => found.push(difference(rule, hunk.said[0], hunk.known[0]));
    if (
      hunk.edge === null &&
      negatorsWithin(ours).length % 2 !== negatorsWithin(theirs).length % 2 &&
      touches(hunk)
    )
      add('negator');
    for (const [kind, classes] of unspacedClasses()) {
      const mine = classIn(textOf(hunk.said), ours, classes);
      const other = classIn(textOf(hunk.known), theirs, classes);
      if (mine === null || other === null || mine === other || WEAKER.has(`${other} ${mine}`)) continue;
      add(kind === 'comparator' ? 'comparison' : (kind as DriftFinding['rule']));
    }
  }
  for (const hunk of hunks) {
    const add = (rule: DriftFinding['rule']) => found.push(difference(rule, hunk.said[0], hunk.known[0]));
    const [mine, other] = [textOf(hunk.said), textOf(hunk.known)];
    if (areOpposite(words, withoutEnding(mine), withoutEnding(other))) add('comparison');
    if (words.or.test(other) && !words.or.test(textOf(said)) && words.and.test(mine)) add('join');
    if (
      words.surname.test(mine) &&
      words.surname.test(other) &&
      ![...mine].some((each) => other.includes(each))
    )
      add('name');
    const [ours, theirs] = [wholeOf(hunk.said), wholeOf(hunk.known)];
    // 图书馆 for 食堂 is reported only. A verb that has another form has its characters in both.
    if (ours && theirs) found.push({ rule: 'word', said: ours, known: theirs, decisive: false });
  }
  const saying = words.saying.exec(textOf(known));
  if (saying !== null && !words.saying.test(textOf(said)))
    found.push(difference('attribution', null, known[0]));
  const condition = known.findIndex((_, k) => words.condition.test(textOf(known.slice(k, k + 2))));
  if (
    condition !== -1 &&
    !words.condition.test(textOf(said)) &&
    hunks.some((hunk) => hunk.known.includes(known[condition] as DriftToken) && hunk.known.length > 3)
  )
    found.push(difference('condition', null, known[condition]));
  return found;
}

/** A word of at most this many characters. */
const MOST_CHARACTERS = 6;

/** The characters as one token; null where they say nothing of their own, or are more than a word. */
function wholeOf(tokens: readonly DriftToken[]): DriftToken | null {
  const [first] = tokens;
  const last = tokens.at(-1);
  const isWord = tokens.every(({ unspaced }) => unspaced) && tokens.some(({ content }) => content);
  return first && last && isWord && tokens.length <= MOST_CHARACTERS
    ? { ...first, text: textOf(tokens), end: last.end }
    : null;
}

/** True for two characters of which one says the opposite of the other. */
function areOpposite({ opposites }: UnspacedWords, one: string, other: string): boolean {
  return (
    one.length === 1 &&
    other.length === 1 &&
    (` ${opposites} `.includes(` ${one}${other} `) || ` ${opposites} `.includes(` ${other}${one} `))
  );
}

/** `閉ま` of 閉まる: in Japanese what a verb says is in its characters, and its kana are its form. */
function withoutEnding(text: string): string {
  return text.replace(/(?<=\p{Script=Han})\p{Script=Hiragana}{1,3}$/u, '');
}

/** Hunks with one character between them: 有些 and 所有 share one. */
function joined(hunks: readonly Hunk[], said: readonly DriftToken[], known: readonly DriftToken[]): Hunk[] {
  const all: Hunk[] = [];
  for (const hunk of hunks) {
    const last = all.at(-1);
    const between = last === undefined ? 2 : hunk.saidAt - last.saidAt - last.said.length;
    if (last === undefined || between > 1 || last.known.length + hunk.known.length > 4) all.push(hunk);
    else {
      const { saidAt, knownAt, edge } = last;
      all[all.length - 1] = {
        said: said.slice(saidAt, hunk.saidAt + hunk.said.length),
        known: known.slice(knownAt, hunk.knownAt + hunk.known.length),
        saidAt,
        knownAt,
        edge,
      };
    }
  }
  return all;
}

/** A negator lies in what differs, and not only beside it. */
function touches({ said, known }: Hunk): boolean {
  return negatorsWithin(textOf(said)).length !== negatorsWithin(textOf(known)).length;
}

/** The class that stands in a hunk, or reaches into it by a character. */
function classIn(own: string, near: string, classes: readonly (readonly [string, RegExp])[]): string | null {
  for (const [name, pattern] of classes) if (pattern.test(own)) return name;
  if (own === '') return null;
  for (const [name, pattern] of classes) if (pattern.test(near)) return name;
  return null;
}

function around(tokens: readonly DriftToken[], at: number, length: number): string {
  return textOf(tokens.slice(Math.max(0, at - 1), at + length + 1));
}

function textOf(tokens: readonly DriftToken[]): string {
  return tokens.map(({ text }) => text).join('');
}
