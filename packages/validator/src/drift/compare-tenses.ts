import { type UnspacedWords, unspacedWords } from '@memora/language/scripts';
import { languageOf, type TextLanguage } from '../words/language-of.ts';
import { type AlignedPair, bearsOn, type DriftFinding } from './aligned-pair.ts';
import { difference } from './difference.ts';
import type { DriftToken } from './read-drift-tokens.ts';
import { differInTime } from './verb-times.ts';

/**
 * The time of verbs by their forms: `used` for `uses`, a statement of today that rests on `was … until May`, and what was dropped that
 * says that something is over: `former`, `formerly`.
 */
export function compareTenses(pair: AlignedPair): DriftFinding[] {
  return [...changedVerbs(pair), ...leftOutFormer(pair), ...droppedCopula(pair), ...changedEnds(pair)].slice(
    0,
    1,
  );
}

function changedVerbs(pair: AlignedPair): DriftFinding[] {
  const { said, known, alignment, hunks } = pair;
  let read: TextLanguage | null = null;
  const languageOfPair = (): [string, string | null] => {
    read ??= languageOf([...said, ...known].map(({ text }) => text).join(' '));
    return [read.script, read.language];
  };
  const differ = (i: number, k: number): DriftFinding[] => {
    const [ours, theirs] = [said[i] as DriftToken, known[k] as DriftToken];
    if (ours.unspaced || ours.number !== null || theirs.number !== null || ours.text === theirs.text)
      return [];
    const [mineWritten, otherWritten] = [verbIn(ours.text), verbIn(theirs.text)];
    if (/^\p{Lu}/u.test(mineWritten) || /^\p{Lu}/u.test(otherWritten)) return [];
    if (!differInTime(mineWritten, otherWritten, ...languageOfPair())) return [];
    const [mine, other] = [groupAt(said, i), groupAt(known, k)];
    if (mine === 'infinite' || other === 'infinite' || mine !== other) return [];
    return [difference('tense', ours, theirs)];
  };
  const found: DriftFinding[] = [];
  for (let i = 0; i < said.length; i++) {
    const k = alignment.matchOf[i] as number;
    if (k !== -1 && hasNeighbour(pair, i, k)) found.push(...differ(i, k));
  }
  for (const { said: ours, known: theirs, saidAt, knownAt } of hunks) {
    if (ours.length === 1 && theirs.length > 2 && theirs.length <= LONGEST_GAP) {
      // `ruderte bis zu seiner Verletzung` for `rudert`
      for (let k = 0; k < theirs.length; k++) found.push(...differ(saidAt, knownAt + k));
      continue;
    }
    if (ours.length > 2 || theirs.length > 2) continue;
    const [i, k] = [contentIn(ours), contentIn(theirs)];
    if (i === -1 || k === -1) continue;
    // `will move` for `moved`
    if (futureIn(ours) !== futureIn(theirs)) {
      const [mine, other] = [ours[i] as DriftToken, theirs[k] as DriftToken];
      const [plain, ahead] = futureIn(ours) ? [other, mine] : [mine, other];
      if (differInTime(plain.text, ahead.text, ...languageOfPair()))
        found.push(difference('tense', mine, other));
    } else found.push(...differ(saidAt + i, knownAt + k));
  }
  return found;
}

/** `Berlin'deydi`: in Turkish the verb stands behind the name. */
function verbIn(text: string): string {
  const at = text.search(/['’]\p{Ll}{2}/u);
  return at > 1 && /^\p{Lu}/u.test(text) ? text.slice(at + 1) : text;
}

/** The one word of a difference that says something of its own, or the only word. */
function contentIn(tokens: readonly DriftToken[]): number {
  if (tokens.length === 1) return 0;
  const contents = tokens.filter((token) => token.content && !isFormer(token));
  return contents.length === 1 ? tokens.indexOf(contents[0] as DriftToken) : -1;
}

function futureIn(tokens: readonly DriftToken[]): boolean {
  return tokens.some(({ role }) => role.traits.includes('future'));
}

/** The word before or behind is the same on both sides. */
function hasNeighbour({ said, known, alignment: { matchOf } }: AlignedPair, i: number, k: number): boolean {
  const before = i > 0 && (matchOf[i - 1] as number) === k - 1;
  const behind = i + 1 < said.length && (matchOf[i + 1] as number) === k + 1;
  const ends = i + 1 === said.length && k + 1 === known.length;
  return before
    ? behind || ends || isThird(said, i)
    : behind && (i === 0 || isThird(said, i) || isThird(known, k));
}

/** `-s` and `-ed` behind a name or a noun: a verb, whatever stands around it. */
function isThird(tokens: readonly DriftToken[], at: number): boolean {
  return /(?:[^s]s|ed)$/u.test((tokens[at] as DriftToken).key) && (tokens[at - 1]?.name ?? false);
}

const LONGEST_GAP = 8;

const TO = /^(?:to|zu|zum|de|à|a|di|te|para|pour|um|without|by|of)$/u;

/** What an auxiliary makes of the verb behind it: its own time does not count then. */
function groupAt(tokens: readonly DriftToken[], at: number): string {
  for (let i = at - 1; i >= 0 && i >= at - 2; i--) {
    const { role, key, content, number } = tokens[i] as DriftToken;
    if (content || number !== null) break;
    if (role.modal !== '' || TO.test(key) || /^(?:do|does|did|be|been|being|get|gets|got)$/u.test(key))
      return 'infinite';
    const time = role.traits.find((trait) => trait === 'past' || trait === 'present' || trait === 'future');
    if (time !== undefined) return `${time} ${key}`;
  }
  return '';
}

function leftOutFormer({ said, known, backOf, alignment }: AlignedPair): DriftFinding[] {
  const at = known.findIndex(isFormer);
  if (at === -1 || (backOf[at] as number) !== -1 || at < alignment.first - 1 || at > alignment.last + 1)
    return [];
  if (bearsOn(known, at, backOf, 1) === -1) return [];
  if (said.some((token) => isFormer(token) || token.role.traits.includes('past'))) return [];
  // `formerly used`: the verb says so itself.
  if (said.some(({ key }) => /\p{L}{2}ed$/u.test(key))) return [];
  return [difference('tense', null, known[at] as DriftToken)];
}

function isFormer({ role }: DriftToken): boolean {
  return role.traits.includes('former');
}

const COPULA = /^(?:был[аои]?|كان(?:ت|وا)?)$/u;
/** `был построен`: the participle says by itself that it is over. */
const PARTICIPLE = /(?:н|на|но|ны|т|та|то|ты)$/u;

/** Where `is` is not said, leaving out `was` makes it today. */
function droppedCopula({ said, known, backOf, alignment }: AlignedPair): DriftFinding[] {
  for (let k = Math.max(0, alignment.first - 1); k <= alignment.last; k++) {
    const token = known[k];
    if (token === undefined || !COPULA.test(token.text.toLowerCase()) || (backOf[k] as number) !== -1)
      continue;
    if (PARTICIPLE.test(known[k + 1]?.key ?? '') && (known[k + 1]?.key.length ?? 0) > 5) continue;
    if (said.some(({ role }) => role.traits.includes('past'))) continue;
    return [difference('tense', null, token)];
  }
  return [];
}

/** Scripts without spaces: the end of the predicate in Japanese, 曾 left out in Chinese. */
function changedEnds({ said, known, alignment }: AlignedPair): DriftFinding[] {
  const words = unspacedWords();
  if (words === null || !said.some(({ unspaced }) => unspaced)) return [];
  const [ours, theirs] = [textOf(said), textOf(known)];
  const finding: DriftFinding = difference('tense', said.at(-1), known.at(-1));
  if (words.over.test(theirs) && !words.overToo.test(ours)) return [finding];
  if (words.ahead.test(theirs) && !words.ahead.test(ours) && words.perfect.test(ours)) return [finding];
  if (alignment.last < known.length - 4 || !/\p{Script=Hiragana}$/u.test(ours)) return [];
  const [mine, other] = [timeOfEnd(words, ours), timeOfEnd(words, theirs)];
  return mine === null || other === null || mine === other ? [] : [finding];
}

function timeOfEnd({ past, present }: UnspacedWords, text: string): 'past' | 'present' | null {
  if (past.test(text)) return 'past';
  return present.test(text) ? 'present' : null;
}

function textOf(tokens: readonly DriftToken[]): string {
  return tokens.map(({ text }) => text).join('');
}
