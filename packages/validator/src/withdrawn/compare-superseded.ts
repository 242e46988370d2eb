import { fromWords, unspacedWords, wordsOf } from '@memora/language/scripts';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';
import { tellsPast } from '../drift/verb-times.ts';
import type { TextReading } from '../reading/text-reading.ts';
import { languageOf } from '../words/language-of.ts';
import { isFunctionWord } from '../words/lexicon.ts';
import { readWords } from '../words/read-words.ts';

/** What a source says was so, and what it says is so since; `null` where it does not say what. */
interface Change {
  readonly old: string;
  readonly fresh: string | null;
  /** Where `old` stands. */
  readonly start: number;
  /** Told of what is still to come: `old` is not so yet, and `fresh` is so now. */
  readonly isAhead?: true;
}

/** Up to six words of one clause. */
const WORDS = '([^\\s;!?]+(?:\\s[^\\s;!?]+){0,5}?)';
const NEAR = 40;
/** Changes of one span that are looked at. */
const MOST = 50;
const MOST_VERBS = 500;
/** A change that is planned, may happen or happens again and again. */
const NO_CHANGE =
  /(?:^|\s)(?:is|are|be|can|may|might|could|would|will|shall|should|if|when|wird|werden|kann|können|soll)\s(?:\p{L}+\s)?$/iu;

const patterns = fromWords(() => {
  const [changed, instead, replaced] = (['changed', 'instead', 'replaced'] as const).map((list) =>
    wordsOf(list, '|').join('|').replaceAll('*', '\\p{L}*'),
  );
  const word = (words: string) => `(?<!\\p{L})(?:${words})(?!\\p{L})`;
  return {
    /** What spans say, as long as no more words are loaded. */
    known: new WeakMap<TextReading, readonly Change[]>(),
    changed: new RegExp(word(changed as string), 'giu'),
    moves: wordsOf('fromTo').map((pair) => {
      const [from = '', to = ''] = pair.split('=');
      return new RegExp(
        `${word(from)}\\s?${WORDS},?\\s${word(to)}\\s([^\\s;!?]+(?:\\s[^\\s;!?]+){0,3})`,
        'giu',
      );
    }),
    instead: new RegExp(
      `${word(instead as string)}\\s${WORDS}(?=,?\\s(?:with|by|durch|mit|par|por|con|pela?o?|door|met|на|in|on|at|as|for|since|and)\\s|[.,;!?]?\\s*$|[.,;!?]\\s)`,
      'giu',
    ),
    replaced: new RegExp(
      `(?<![^\\s])${WORDS}\\s${word(replaced as string)}\\s([^\\s;!?]+(?:\\s[^\\s;!?]+){0,2})`,
      'giu',
    ),
  };
});

/** `will rise from 900 to 1100`: the second one is not so yet. */
const AHEAD = new RegExp(
  `(?<!\\p{L})(?:will|shall|wird|werden|soll)\\s(?:[^\\s;!?]+\\s){0,4}?(?:from|von|vom)\\s${WORDS}\\s(?:to|auf|nach)\\s([^\\s;!?]+)`,
  'giu',
);
/** What a statement of something ahead may say. */
const TELLS_AHEAD =
  /(?<!\p{L})(?:will|shall|wird|werden|soll|plan\p{L}*|going|ab|from|rises?|falls?|moves?|steigt|sinkt|zieht|in [12]\d{3})(?!\p{L})/iu;
const STRUCK = /~~([^~\n]+)~~([^\n]*)/gu;

/**
 * A statement that tells as so what each cited span that names it says has been replaced: `The rent is 900 euros` beside `rose from 900 to 1100 euros`. Silent where the
 * statement speaks of the past, names what is so since, or a span says it a second time.
 */
export function compareSuperseded(statement: string, spans: readonly TextReading[]): TokenDisagreement[] {
  const told = spans.filter((span) => changesOf(span).length > 0);
  if (told.length === 0 || tellsOfChange(statement)) return [];
  const said = keyed(statement);
  for (const span of told)
    for (const change of changesOf(span))
      if (
        (change.isAhead !== true || !TELLS_AHEAD.test(statement)) &&
        saysOld(said, change, span.text) &&
        !spans.some((other) => other !== span && holds(other.text, change))
      )
        return [disagree('assertion', change.old, change.fresh)];
  return [];
}

/** It tells a change itself, or what was. */
function tellsOfChange(statement: string): boolean {
  const { script, language } = languageOf(statement);
  return statement.search(patterns().changed) !== -1 || tellsPast(statement, script, language);
}

function changesOf(span: TextReading): readonly Change[] {
  const { known } = patterns();
  let changes = known.get(span);
  if (changes === undefined) {
    changes = readChanges(span.text).slice(0, MOST);
    known.set(span, changes);
  }
  return changes;
}

function readChanges(text: string): Change[] {
  const { changed, moves, instead, replaced } = patterns();
  const found: Change[] = [];
  const add = (match: RegExpMatchArray, at = 1) => {
    const old = match[at] as string;
    found.push({ old, fresh: match[at + 1] ?? null, start: (match.index as number) + match[0].indexOf(old) });
  };
  // In Dutch, `is gestegen` is what happened.
  const verbs = [...text.matchAll(changed)]
    .slice(0, MOST_VERBS)
    .filter(
      ({ index, 0: verb }) =>
        /^(?:ge|ver)/iu.test(verb) || !NO_CHANGE.test(text.slice(Math.max(0, index - 24), index)),
    );
  if (verbs.length > 0)
    for (const pattern of moves)
      for (const match of text.matchAll(pattern)) {
        const end = match.index + match[0].length;
        const isNear = verbs.some(
          ({ index, 0: verb }) => index + verb.length > match.index - NEAR && index < end + NEAR,
        );
        if (isNear) add(match);
      }
  for (const match of text.matchAll(AHEAD))
    found.push({
      old: match[2] as string,
      fresh: match[1] as string,
      start: match.index + match[0].lastIndexOf(match[2] as string),
      isAhead: true,
    });
  for (const match of text.matchAll(instead)) add(match);
  for (const match of text.matchAll(replaced)) add(match);
  for (const match of text.matchAll(STRUCK)) add(match);
  const moved = unspacedWords()?.moved;
  if (moved !== undefined)
    for (const match of text.matchAll(moved)) add(match, match[1] === undefined ? 3 : 1);
  return found;
}

function keysOf(text: string): string[] {
  return readWords(text).flatMap(({ key }) => (isFunctionWord(key) ? [] : [key]));
}

interface Keyed {
  readonly text: string;
  readonly keys: readonly string[];
}

function keyed(text: string): Keyed {
  return { text, keys: keysOf(text) };
}

/** The statement says what was so, and nothing of what is so since. */
function saysOld(statement: Keyed, { old, fresh, start }: Change, text: string): boolean {
  const before = keysOf(old);
  // Behind the new value stands more: `to 1100 euros per month`.
  const since = keysOf(fresh ?? '').slice(0, before.length);
  const was = before.filter((key) => !since.includes(key));
  if (was.length === 0 || !includesAll(statement, was)) return false;
  if (since.some((key) => !before.includes(key) && includesAll(statement, [key]))) return false;
  return !includesAll(keyed(`${text.slice(0, start)} ${text.slice(start + old.length)}`), was);
}

function holds(text: string, { old }: Change): boolean {
  return includesAll(keyed(text), keysOf(old));
}

function includesAll({ text, keys: known }: Keyed, keys: readonly string[]): boolean {
  return keys.every((key) =>
    UNSPACED.test(key) ? text.includes(key) : known.some((other) => isForm(other, key)),
  );
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The same word, or one with another ending: `run` and `runs`. */
function isForm(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    a === b ||
    (short.length > 2 && long.length - short.length < 3 && /^\p{Ll}+$/u.test(long) && long.startsWith(short))
  );
}
