import { asksMaker, LIGHT_WORDS } from '@memora/language/asked';
import { readAskedLanguage } from '@memora/language/detect';
import { stopWords } from '@memora/language/stems';
import { foldWord } from '@memora/language/text';
import type { EvidenceWord } from '../../evidence/evidence.ts';
import { wordsOf } from './words-of.ts';

const SMALL = stopWords('en');
const AUXILIARY =
  /^(?:is|are|was|were|do|does|did|can|could|may|might|must|will|would|shall|should|has|have|had)$/u;
const ARTICLE = /^(?:the|a|an|my|our|your)$/u;
/** What notes call the thing that all of them are about, and whoever writes them, or do not name at all. */
const ITSELF =
  /^(?:app|application|author|note|notes|plugin|program|project|repo|repository|site|software|tool|user|vault|writer)s?$/u;

/**
 * True where a unit lacks what a question says something about: `filters` in "Can filters be shared?", `the handbook` in "Which language is the handbook written in?",
 * or what tells the kind of thing that is asked for from others: `calendar` in "Which calendar app does it sync with?". Of questions in English alone.
 */
export function lacksSubject(words: readonly EvidenceWord[], question: string): boolean {
  if (asksMaker(question) || readAskedLanguage(question)?.language !== 'en') return false;
  const heldByWord = new Map(words.map((each) => [foldWord(each.word), each]));
  const asked = wordsOf(question);
  const lacks = (word: string | undefined): boolean => {
    if (word === undefined || SMALL.has(word) || LIGHT_WORDS.has(word) || ITSELF.test(word)) return false;
    const each = heldByWord.get(word);
    return each !== undefined && each.held === 0 && each.name !== true && each.near !== true;
  };
  return lacks(subjectOf(asked)) || (isKind(asked) && lacks(asked[1]) && !lacks(asked[2]));
}

/** The first word of what stands behind the auxiliary; with an article where something stands before that. */
function subjectOf(asked: readonly string[]): string | undefined {
  const at = asked.findIndex((word) => AUXILIARY.test(word));
  if (at < 0) return undefined;
  const hasArticle = ARTICLE.test(asked[at + 1] ?? '');
  if (at > 0 && !hasArticle) return undefined;
  const subject = at + (hasArticle ? 2 : 1);
  // `What is the colour of it?` asks for the colour, which the notes may tell without the word.
  return isAskedFor(asked, at, subject) ? undefined : asked[subject];
}

/** True for what a question asks the value of: `colour` in "What is the colour of the buoy?". */
function isAskedFor([first = '', ...rest]: readonly string[], at: number, subject: number): boolean {
  return at === 1 && /^(?:what|which|who)$/u.test(first) && /^(?:of|for)$/u.test(rest[subject] ?? '');
}

/** `Which calendar app does`: the kind that is asked for takes two words. */
function isKind(asked: readonly string[]): boolean {
  const [first = '', , , behind = ''] = asked;
  return /^(?:which|what)$/u.test(first) && AUXILIARY.test(behind);
}

/** True where a question of several words that say something has but one of them in a unit; what is misspelt may stand there too. */
export function holdsOneAlone(words: readonly EvidenceWord[]): boolean {
  const telling = words.filter(({ word }) => !LIGHT_WORDS.has(foldWord(word)));
  if (telling.some(({ near }) => near === true)) return false;
  return telling.length > 1 && telling.filter(({ held }) => held > BESIDE).length <= 1;
}

/** What stands beside a unit is held by half. */
const BESIDE = 0.5;
