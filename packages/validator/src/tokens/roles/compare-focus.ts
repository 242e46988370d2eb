import type { TokenDisagreement } from '../../contract/critical-token-report.ts';
import { disagree } from '../../contract/disagree.ts';
import {
  CONDITION,
  EXCLUSION,
  FUNCTION,
  isNegator,
  ONLY,
  quantifierClass,
  traitsOf,
} from '../../words/lexicon.ts';
import { sideOf } from '../../words/opposites.ts';
import { verbStem, type WordToken } from '../../words/read-words.ts';
import type { Match } from '../match-sentences.ts';
import { AGENT } from './compare-roles.ts';

/** What `only` and `except` single out: another word than in the sentence, or the one that the sentence takes out. */
export function compareFocus(said: readonly WordToken[], { sentence }: Match): TokenDisagreement[] {
  return [
    ...movedOnly(said, sentence),
    ...movedOnly(sentence, said),
    ...onlyIf(said, sentence),
    ...takenOut(said, sentence),
    ...takesOut(said, sentence),
  ].slice(0, 1);
}

const isOnly = ({ key }: WordToken) => (traitsOf(key) & ONLY) !== 0;
const saysNothing = ({ key }: WordToken) => (traitsOf(key) & FUNCTION) !== 0;

/** `Only Ida may deploy` beside `Ida may only deploy`: the one who opens the first alone does it. */
function movedOnly(one: readonly WordToken[], other: readonly WordToken[]): TokenDisagreement[] {
  const [first] = one;
  if (first === undefined || !isOnly(first)) return [];
  const focus = one.slice(1, 5).find((word) => !saysNothing(word) && !isOnly(word));
  if (focus === undefined || quantifierClass(focus.key) !== '') return [];
  const stem = verbStem(focus.key);
  const at = other.findIndex(({ key }) => verbStem(key) === stem);
  const places = other.flatMap((word, i) => (isOnly(word) ? [i] : []));
  if (at === -1 || places.length === 0) return [];
  const singlesOut = (i: number) => {
    const next = other.slice(i + 1, i + 5).find((word) => !saysNothing(word));
    // `for staff only`
    const told = next ?? other.slice(0, i).findLast((word) => !saysNothing(word));
    return told !== undefined && verbStem(told.key) === stem;
  };
  // `can only be used by guests`
  if (AGENT.test(other[at - 1]?.key ?? '')) return [];
  return places.some(singlesOut) ? [] : [disagree('quantifier', `${first.text} ${focus.text}`)];
}

/** `if the alarm rings`, where it is only then. */
function onlyIf(said: readonly WordToken[], sentence: readonly WordToken[]): TokenDisagreement[] {
  const isIf = ({ key }: WordToken) => (traitsOf(key) & (CONDITION | EXCLUSION)) === CONDITION;
  const at = sentence.findIndex(
    (word, i) => isOnly(word) && sentence[i + 1] && isIf(sentence[i + 1] as WordToken),
  );
  if (at === -1 || said.some(isOnly) || !said.some(isIf) || said.some(({ key }) => isNegator(key))) return [];
  return [disagree('condition', '', `${sentence[at]?.text} ${sentence[at + 1]?.text}`)];
}

const isException = ({ key }: WordToken) => (traitsOf(key) & EXCLUSION) !== 0;
/** Words beside `except` that take something out. */
const OTHERS =
  /^(?:other|others|rest|remaining|but|apart|aside|besides|excluding|excludes?|ausgenommen|andere[nrs]?|autres?|otr[oa]s?|altr[ioe]|outr[oa]s?)$/u;

/** `every Monday`, where it is every day except Monday. */
function takenOut(said: readonly WordToken[], sentence: readonly WordToken[]): TokenDisagreement[] {
  const at = sentence.findIndex(isException);
  const out = sentence.slice(at + 1).find((word) => !saysNothing(word));
  if (at === -1 || out === undefined || turnsRound(said, sentence)) return [];
  const stem = verbStem(out.key);
  if (sentence.filter(({ key }) => verbStem(key) === stem).length > 1) return [];
  return said.some(({ key }) => verbStem(key) === stem)
    ? [disagree('condition', out.text, `${sentence[at]?.text} ${out.text}`)]
    : [];
}

/** `closed except on Mondays`, where it is closed on Mondays. */
function takesOut(said: readonly WordToken[], sentence: readonly WordToken[]): TokenDisagreement[] {
  const exception = said.find(isException);
  if (exception === undefined || turnsRound(sentence, said)) return [];
  return [disagree('condition', exception.text)];
}

/** True for a text that may say by itself what another excepts: it denies, excepts or names others, or says the opposite. */
function turnsRound(text: readonly WordToken[], other: readonly WordToken[]): boolean {
  if (text.some((word) => isException(word) || isOnly(word) || isNegator(word.key) || OTHERS.test(word.key)))
    return true;
  const theirs = new Set(other.map(({ key }) => sideOf(key)));
  return text.some(({ key }) => sideOf(key) !== 0 && theirs.has(-sideOf(key)));
}
