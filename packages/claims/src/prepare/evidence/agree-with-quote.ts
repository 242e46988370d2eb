import { finiteWords } from '@memora/language/assertion';
import { detectLanguage } from '@memora/language/detect';
import { wordsOf } from '@memora/language/scripts';
import { LANGUAGES, type Language, stopWords } from '@memora/language/stems';
import { foldWord, splitWords } from '@memora/language/text';
import { checkCriticalTokens, compareWords } from '@memora/validator/guard';

/** What a quote says of a statement that rests on it. */
export type Agreement =
  /** True if the quote says what the statement says. */
  | 'agrees'
  /** Nothing in it speaks against the statement, and too little for it. */
  | 'says_less'
  /** A figure, a date, a name, a negation or the order is another one. */
  | 'disagrees'
  /** It is about something else. */
  | 'unrelated';

/** So much of the statement's own words stands in a quote that says it. */
const COVERAGE = 2 / 3;

/**
 * Holds a statement against the words that it rests on. A statement about the user is read as the user would say it: "The user prefers pnpm" rests
 * on "I prefer pnpm". `speaker` is the user's name, where the turn gives it. Deterministic.
 */
export function agreeWithQuote(statement: string, quote: string, speaker: string | null = null): Agreement {
  const said = toFirstPerson(statement, speaker);
  const beside = { claim: { subject: ['user', speaker ?? ''].join(' ').trim() } };
  for (const text of said === statement ? [statement] : [statement, said])
    if (!checkCriticalTokens(text, quote, beside).ok) return 'disagrees';
  if (differsFrom(asUserUnspaced(said), quote)) return 'disagrees';
  const words = ownWords(said);
  if (words.length === 0) return 'says_less';
  const known = ownWords(quote);
  const isKnown = words.map((word) => known.some((other) => isSameWord(word, other)));
  const found = isKnown.filter(Boolean).length;
  if (found === 0) return 'unrelated';
  // The first word is as a rule whom it is about: a statement about somebody else is not what the quote says.
  return isKnown[0] === true && found >= COVERAGE * words.length ? 'agrees' : 'says_less';
}

/** True where a statement nearly repeats the quote, and denies what it says or has another word in the place of one of its words. */
function differsFrom(statement: string, quote: string): boolean {
  const negators = new Set([...wordsOf('negator'), ...wordsOf('privative')]);
  const silent = new Set([...wordsOf('function'), ...finiteWords(), ...USER]);
  const isSaid = (word: string) => word !== '' && !silent.has(word) && !isAboutUser(word);
  const differences = (compareWords(statement, quote) ?? []).map(({ here, there }) => ({
    here: here.split(' '),
    there: there.split(' '),
  }));
  // What stands in both at another place has changed its part: "npm over pnpm".
  const missing = new Set(differences.flatMap(({ there }) => there).filter(isSaid));
  return differences.some(({ here, there }) => {
    if (here.some((word) => negators.has(word)) !== there.some((word) => negators.has(word))) return true;
    if ([...here, ...there].some((word) => UNSPACED_SIGN.test(word))) return false;
    if (here.some((word) => missing.has(word))) return true;
    const known = there.filter(isSaid);
    return (
      known.length > 0 && here.filter(isSaid).some((word) => !known.some((each) => sharesStem(word, each)))
    );
  });
}

/** `l'utilisateur` too. */
function isAboutUser(word: string): boolean {
  return [...USER].some((each) => word.endsWith(each));
}

/** More than {@link isSameWord} lets pass: another word in its place has another beginning. */
function sharesStem(a: string, b: string): boolean {
  return a.slice(0, STEM) === b.slice(0, STEM) || isSameWord(a, b);
}

const STEM = 4;

/** Their signs are no words, and their endings are no other words. */
const UNSPACED_SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Verbs that are no longer what they are with an s taken off. */
const FIRST_PERSON: Readonly<Record<string, string>> = {
  is: 'am',
  "isn't": 'am not',
  has: 'have',
  "hasn't": "haven't",
  does: 'do',
  "doesn't": "don't",
  goes: 'go',
  was: 'was',
};

/** As the user says it where words are not parted: 我 in the place of 用户. */
function asUserUnspaced(statement: string): string {
  return statement.replace(/用户|用戶/gu, '我').replace(/ユーザー/gu, '私');
}

/** An English statement about the user as the user says it; every other one as it is. */
function toFirstPerson(statement: string, speaker: string | null): string {
  const name = speaker === null ? '' : `|${speaker.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}`;
  const subject = `(?:the\\s+)?(?:user${name})`;
  const owned = statement.replace(new RegExp(`\\b${subject}['’]s?\\b`, 'giu'), 'my');
  return owned.replace(
    new RegExp(`\\b${subject}\\s+([a-z]+(?:['’]t)?)`, 'giu'),
    (_, verb: string) => `I ${toPlainVerb(verb.toLowerCase().replace('’', "'"))}`,
  );
}

function toPlainVerb(verb: string): string {
  const known = FIRST_PERSON[verb];
  if (known !== undefined) return known;
  if (/[^aeiou]ies$/u.test(verb)) return `${verb.slice(0, -3)}y`;
  if (/(?:sh|ch|ss|x|zz)es$/u.test(verb)) return verb.slice(0, -2);
  return /[^s]s$/u.test(verb) ? verb.slice(0, -1) : verb;
}

/** Words for whom a statement is about: they are no part of what it says. */
const USER = new Set(
  'user users nutzer nutzerin benutzer benutzerin anwender utilisateur utilisatrice usuario usuaria utente usuário utilizador gebruiker пользователь'.split(
    ' ',
  ),
);
const USER_UNSPACED = /ユーザーは?|用户|用戶|사용자[는은]?/gu;

/** The words that say something; pairs of signs where words are not parted. */
function ownWords(text: string): string[] {
  const language: Language = languageOf(text);
  const stops = stopWords(language);
  return splitWords(text.replace(USER_UNSPACED, ' ')).flatMap(({ kind, text: run }) => {
    const lower = run.toLowerCase().replace(ELIDED, '');
    if (kind !== 'word') return kind === 'symbol' ? [lower] : pairsOf(lower);
    if (USER.has(lower) || stops.has(foldWord(lower)) || isArticle(lower)) return [];
    return [foldWord(lower)];
  });
}

/** `l'utilisateur`, `d'accord`. */
const ELIDED = /^\p{L}['’]/u;

/** Short texts tell no language: a short word that leads in any of them says nothing. */
function isArticle(word: string): boolean {
  return word.length <= 3 && LANGUAGES.some((language) => stopWords(language).has(foldWord(word)));
}

/** Equal but for their endings. No stemmer: which are loaded must not decide what somebody said. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  const length = Math.max(MOST_ENDING, shorter - MOST_ENDING);
  return (
    shorter > MOST_ENDING &&
    Math.abs(a.length - b.length) <= MOST_ENDING &&
    a.slice(0, length) === b.slice(0, length)
  );
}

const MOST_ENDING = 3;

function languageOf(text: string): Language {
  return detectLanguage(text)?.language ?? 'und';
}

function pairsOf(run: string): string[] {
  const signs = Array.from(run);
  return signs.length < 2 ? [run] : signs.slice(1).map((sign, i) => `${signs[i]}${sign}`);
}
