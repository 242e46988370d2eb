import { LEXICONS, type Lexicon, type LexiconLanguage } from '@memora/language/words';
import { toPlainText } from '@memora/vault/internal';

/** True where a text has a verb of its own before the last word: a clause, and no name. */
export function isClause(text: string, language: LexiconLanguage | null): boolean {
  if (language === null) return false;
  const lexicon = LEXICONS[language];
  return text.split(' ').some((word, i) => i > 0 && lexicon.finite.has(bare(word)));
}

/** Subject, predicate and object as they stand in the text. */
export interface Triple {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
}

const MAX_SUBJECT_WORDS = 8;
const MAX_OBJECT_LENGTH = 240;
const JAPANESE =
  /^(?<subject>[^、。はがにをで]{1,24})は(?<object>[^、。はが]{1,40})(?<predicate>です|である|だ|でした|だった)。?$/u;
/** Verbs with which "we" states a decision or a practice, where the writer's group is subject enough. */
const WE_DECIDED =
  /^we (?:chose|decided|use|used|moved|switched|adopted|migrated|picked|replaced|rejected|agreed|dropped)\b/iu;

/**
 * The triple of a sentence that is one plain statement: a noun phrase, a verb that the lexicon knows, and the rest of the
 * clause, all verbatim. Null where any of it is not certain: another clause before the verb, a pronoun that points elsewhere,
 * a conditional, an imperative. With `isOfUser` its subject is a pronoun whose person is known.
 */
export function readTriple(
  markdown: string,
  language: LexiconLanguage | null,
  { isOfUser = false }: { readonly isOfUser?: boolean } = {},
): Triple | null {
  if (/[\u3040-\u30ff]/u.test(markdown)) return readJapanese(toPlainText(markdown));
  if (language === null) return null;
  const lexicon = LEXICONS[language];
  const text = withoutSince(toPlainText(guardNames(markdown)));
  const words = text.split(' ');
  if (/[:：]$/u.test(text) || text.startsWith('#+')) return null;
  const isSentence = /[.!]["'”’)]*$/u.test(text);
  const verb = findVerb(words, lexicon, language === 'en' && (isOfUser || WE_DECIDED.test(text)), isSentence);
  if (verb < 0) return null;
  const end = endOfPredicate(words, verb, lexicon);
  const start = startOfPredicate(words, verb, lexicon);
  const subject = words.slice(0, start).join(' ');
  const predicate = words.slice(start, end).join(' ');
  const object = cutObject(words.slice(end).join(' '), lexicon);
  if (!isPlain(subject, predicate, object, lexicon)) return null;
  return { subject: unguard(subject), predicate: unguard(predicate), object: unguard(object) };
}

const GUARD = '\uE000';

/** Code, links and quotations are names here, whatever words stand in them: their spaces are hidden from the reader. */
function guardNames(markdown: string): string {
  const hide = (text: string): string => `${GUARD}${text.replace(/\s+/gu, GUARD)}`;
  return markdown
    .replace(/`+([^`]+)`+/gu, (_, code: string) => hide(code))
    .replace(/\[\[([^[\]|]*?)(?:\|([^[\]]*))?\]\]/gu, (_, target: string, alias?: string) =>
      hide(alias ?? target),
    )
    .replace(/(?<!!)\[([^[\]]+)\]\((?:[^()\s]|\([^()\s]*\))*\)/gu, (_, label: string) => hide(label))
    .replace(/(?<=\s)\*\*([^*]{1,40})\*\*(?=\s)/gu, (_, bold: string) => hide(bold))
    .replace(/[“"]([^“”"]{1,60})[”"]/gu, (quotation) => hide(quotation));
}

function unguard(text: string): string {
  return text.replaceAll(GUARD, ' ').replace(/ {2,}/gu, ' ').trim();
}

function readJapanese(text: string): Triple | null {
  const groups = JAPANESE.exec(text)?.groups;
  if (groups === undefined) return null;
  const { subject = '', predicate = '', object = '' } = groups;
  return /^(?:これ|それ|あれ|ここ|私|彼|彼女|私たち)$/u.test(subject) ? null : { subject, predicate, object };
}

/** "Since version 4, X …": the main clause stands without it. */
function withoutSince(text: string): string {
  const rest = /^Since [^,]{1,30}, (?=\S)/u.exec(text);
  return rest === null ? text : text.slice(rest[0].length);
}

/** Index of the verb that ends a subject which can be taken as it stands; -1 for none. */
function findVerb(words: readonly string[], lexicon: Lexicon, isWe: boolean, isSentence: boolean): number {
  const first = bare(words[0]);
  if (!isWe && (first === '' || lexicon.notFirst.has(first) || /^[a-z]+ly$|'(?:ve|m|ll|d|re)$/u.test(first)))
    return -1;
  const limit = Math.min(words.length - 1, MAX_SUBJECT_WORDS + 1);
  for (let i = 0; i < limit; i++) {
    const word = words[i] as string;
    const key = bare(word);
    if (isMonth(words, i)) continue;
    if (i > 0 && isVerb(words, i, key, lexicon, isWe)) {
      return isCertain(words, i, key, lexicon, isWe || isSentence) ? i : -1;
    }
    if (lexicon.doubtful.has(key) || lexicon.notInSubject.has(key)) return -1;
    if (/[,;:.!?…—–]$/u.test(word) || word === '-') return -1;
  }
  return -1;
}

/** "due May 3", "in May": the month, and no verb. */
function isMonth(words: readonly string[], i: number): boolean {
  if (words[i] !== 'May' && words[i] !== 'March') return false;
  return (
    /^\d/u.test(words[i + 1] ?? '') ||
    /^(?:in|on|since|until|till|by|due|of|from|before|after)$/iu.test(words[i - 1] ?? '')
  );
}

/** Rules out nouns, infinitives and participles that look like the verb: "changes in", "to have", "a linked page". */
function isCertain(
  words: readonly string[],
  i: number,
  key: string,
  lexicon: Lexicon,
  isSentence: boolean,
): boolean {
  const before = bare(words[i - 1]);
  if (words.slice(1, i).some((word) => /^(?:I|we|you|they|he|she)$/u.test(word))) return false;
  if (bare(words[i + 1]) === 'by' && /(?:ed|made|written|built|run|held)$/u.test(key)) return false;
  if (lexicon.ambiguous.has(key) && lexicon.auxiliaries.has(bare(words[i + 1]))) return false;
  if (/^(?:and|or|und|et|y|to|zu|de|the|a|an|my|our|your|its|their)$/u.test(before)) return false;
  if (!lexicon.ambiguous.has(key) && !lexicon.plural.has(key)) return true;
  if (isPluralSure(words, i, key, lexicon)) return true;
  if (words.slice(1, i).some((word) => lexicon.plural.has(bare(word)))) return false;
  if (!isSentence || /^(?:of|for|with|and|or|many|new|any|all|more|most)$/u.test(before)) return false;
  return !/^(?:of|for|in|by|and|or|between|,)$/u.test(bare(words[i + 1]));
}

/** "Tags provide a …": a plural verb before a noun phrase needs no full stop to be one. */
function isPluralSure(words: readonly string[], i: number, key: string, lexicon: Lexicon): boolean {
  return (
    lexicon.plural.has(key) && !lexicon.ambiguous.has(key) && !lexicon.prepositions.has(bare(words[i + 1]))
  );
}

function isVerb(words: readonly string[], i: number, key: string, lexicon: Lexicon, isWe: boolean): boolean {
  if (lexicon.finite.has(key)) return true;
  if (!lexicon.plural.has(key)) return false;
  if (isWe) return i === 1;
  const before = words[i - 1] as string;
  return i <= 4 && /[^sui'’]s$/u.test(before) && !/^(?:of|for|to)$/iu.test(words[i + 1] ?? '');
}

/** "X now uses Y", "X no longer uses Y", "X rarely uses Y": adverbs belong to the verb. */
function startOfPredicate(words: readonly string[], verb: number, lexicon: Lexicon): number {
  let at = verb;
  while (at > 1 && (lexicon.inside.has(bare(words[at - 1])) || ADVERB.test(words[at - 1] as string))) at--;
  return at;
}

const ADVERB = /^(?!family$|reply$|supply$|assembly$|anomaly$|ally$|italy$)[a-z]{3,}ly$/u;

function endOfPredicate(words: readonly string[], verb: number, lexicon: Lexicon): number {
  let at = verb + 1;
  const isInside = (word: string | undefined): boolean => {
    const key = bare(word);
    return lexicon.inside.has(key) || lexicon.auxiliaries.has(key);
  };
  if (lexicon.auxiliaries.has(bare(words[verb]))) {
    while (at < words.length - 1 && isInside(words[at])) at++;
    const group = at;
    if (at < words.length - 1 && isParticiple(words, verb, at)) at++;
    // "is to", "are in": the preposition belongs to what follows.
    if (at === group && /^(?:is|are|was|were|be|been)$/u.test(bare(words[at - 1]))) return at;
  }
  while (at < words.length - 1 && lexicon.inside.has(bare(words[at]))) at++;
  for (let n = 0; n < 2 && at < words.length - 1 && lexicon.prepositions.has(bare(words[at])); n++) at++;
  return at;
}

/** True where the word at `at` goes on with the verb group: "was moved", "has been split", "does not need", "can read". */
function isParticiple(words: readonly string[], verb: number, at: number): boolean {
  const word = bare(words[at]);
  const before = bare(words[at - 1]);
  if (BE_OR_HAVE.test(before) || (BE_OR_HAVE.test(bare(words[verb])) && before !== 'to'))
    return PARTICIPLE.test(word);
  return /^\p{L}+$/u.test(word) && !/^(?:the|a|an|no|two|three|any|some|my|our|its|their)$/u.test(word);
}

const BE_OR_HAVE =
  /^(?:is|are|was|were|be|been|being|has|have|had|isn't|aren't|wasn't|weren't|hasn't|haven't|hadn't)$/u;
const PARTICIPLE =
  /(?:[^e]ed|split|built|made|been|run|put|read|come|become|gone|seen|won|lost|met|sent|kept|held|written|chosen|taken|given|known|shown|found|sold|bought|set|done|led|owned)$/u;

function cutObject(rest: string, lexicon: Lexicon): string {
  const clause = rest.split(/;| [—–] |(?<!\d) - (?!\d)/u, 1)[0] ?? '';
  const at = clause.search(lexicon.cut);
  const object = at > 0 ? clause.slice(0, at) : clause;
  // "the class from" | "which …": the cut went through a phrase.
  if (at > 0 && lexicon.prepositions.has(bare(object.split(' ').at(-1)))) return '';
  return object.replace(/[\s,.!。]+$/u, '').trim();
}

const MANNER = /^(?:well|fine|better|great|good enough|correctly|properly)\b/iu;
const EVALUATION =
  /^(?:(?:very|really|so|quite|pretty|too|just|not|also) )*(?:good|great|nice|bad|awesome|amazing|cool|fine|ok|okay|important|useful|easy|simple|hard|difficult|fun|interesting|better|best|worse|perfect|terrible|beautiful|wonderful)$/iu;

function isPlain(subject: string, predicate: string, object: string, lexicon: Lexicon): boolean {
  // "used to" tells what is no more, and not what was used.
  if (/[,;:]$/u.test(predicate) || /^used to$/iu.test(predicate)) return false;
  if (object === '' || object.length > MAX_OBJECT_LENGTH || EVALUATION.test(object) || MANNER.test(object))
    return false;
  if (/^(?:you|it|them|us|me|him|her|is|in|at|on|of)$|^[(*=]|^(?:and|or)\b/iu.test(object)) return false;
  if (!/[\p{L}\p{N}]/u.test(object) || !/\p{L}/u.test(subject)) return false;
  const unbalanced = (text: string): boolean =>
    text.split('(').length !== text.split(')').length || text.split('"').length % 2 === 0;
  if (unbalanced(subject) || unbalanced(object)) return false;
  return !predicate.split(' ').some((word) => lexicon.doubtful.has(bare(word)));
}

function bare(word: string | undefined): string {
  return (word ?? '')
    .toLowerCase()
    .replace(/’/gu, "'")
    .replace(/^["'“‘(«]+|["'”’)»,;:.!?]+$/gu, '');
}
