import { fromWords, wordsOf } from '@memora/language/scripts';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';
import type { TextReading } from '../reading/text-reading.ts';
import { EXCEPTION, EXCLUSION, isFunctionWord, isNegator, traitsOf } from '../words/lexicon.ts';
import { sideOf } from '../words/opposites.ts';
import { readWords, stemOf } from '../words/read-words.ts';

/** Where two clauses of one sentence stand against each other: `for drafts … 3 May, for papers … 10 May`. */
interface Parallel {
  /** What the first clause has in some of its places, and the second in the same ones; two places at least. */
  readonly pairs: readonly (readonly [string, string])[];
  /** Of the words of both clauses. */
  readonly stems: ReadonlySet<string>;
}

interface Clause {
  readonly keys: ReadonlySet<string>;
  /** The one word that stands behind a word, opens the clause as a name, or is its only figure. */
  readonly places: ReadonlyMap<string, string>;
}

/** Places that are looked at after all others: what is done, and what stands last. */
const OWN: ReadonlySet<string> = new Set(['~', '$']);
const BE = /^(?:is|are|was|were|be|been|has|have|had|ist|war|wurde|est|sont|fue|es|era)$/u;

const ARTICLE = /^(?:the|an?|der|die|das|le|la|les|el|los|il|lo|de|het|o|os)$/u;

const SENTENCE_END = /(?<=[.!?。！？])\s+|\n+/u;
/** Longer sentences have more clauses than anybody means side by side. */
const MOST_CLAUSES = 8;
const MOST = 100;

const cut = fromWords(() => ({
  known: new WeakMap<TextReading, readonly Parallel[]>(),
  pattern: new RegExp(
    `[,;:]\\s|\\s(?:${[...wordsOf('and'), 'but', 'while', 'whereas', 'aber', 'während', 'mais', 'pero', 'ma', 'mas', 'maar', 'а', 'но', 'и'].join('|')})\\s`,
    'giu',
  ),
}));

/**
 * A statement that gives one of two things side by side what the other one has: `The deadline for papers is 3 May` beside `for drafts 3 May, for papers 10 May`. Silent
 * where the statement names both or excepts one, and where a clause has the two together.
 */
export function compareParallels(statement: string, spans: readonly TextReading[]): TokenDisagreement[] {
  const parallels = spans.flatMap(parallelsOf);
  if (parallels.length === 0) return [];
  const said = new Set(readWords(statement).map(({ key }) => key));
  // `at eight except on Fridays`
  if ([...said].some((key) => isNegator(key) || (traitsOf(key) & (EXCEPTION | EXCLUSION)) !== 0)) return [];
  const stems = [...said].flatMap((key) => (isFunctionWord(key) ? [] : [stemOf(key)]));
  for (const { pairs, stems: known } of parallels) {
    // A statement with a word of its own says more than one of two things.
    if (!stems.every((stem) => known.has(stem))) continue;
    const of = (side: 0 | 1) =>
      pairs.filter((pair) => said.has(pair[side]) && !said.has(pair[1 - side] as string));
    const [first] = of(0);
    const [second] = of(1);
    if (first === undefined || second === undefined) continue;
    if (!spans.some(({ text }) => haveTogether(text, first[0], second[1])))
      return [disagree('order', second[1], second[0])];
  }
  return [];
}

function parallelsOf(span: TextReading): readonly Parallel[] {
  const { known } = cut();
  let parallels = known.get(span);
  if (parallels === undefined) {
    parallels = span.text.split(SENTENCE_END).slice(0, MOST).flatMap(readParallels);
    known.set(span, parallels);
  }
  return parallels;
}

function readParallels(sentence: string): Parallel[] {
  const clauses = clausesOf(sentence);
  const found: Parallel[] = [];
  clauses.forEach((a, i) => {
    for (const b of clauses.slice(i + 1)) {
      const pairsOf = (own: boolean) =>
        [...a.places].flatMap(([place, mine]): (readonly [string, string])[] => {
          if (OWN.has(place) !== own) return [];
          const other = b.places.get(place);
          return other === undefined ||
            isYear(other) !== isYear(mine) ||
            (sideOf(other) !== 0 && sideOf(mine) !== 0) ||
            other === mine ||
            a.keys.has(other) ||
            b.keys.has(mine)
            ? []
            : [[mine, other]];
        });
      // `de 700` is the only figure too.
      const each = [...new Map(pairsOf(false).map((pair) => [pair.join(' '), pair])).values()];
      for (const pair of pairsOf(true)) if (!each.flat().some((key) => pair.includes(key))) each.push(pair);
      if (each.length > 1 && new Set(each.flat()).size === 2 * each.length)
        found.push({ pairs: each, stems: new Set([...a.keys, ...b.keys].map(stemOf)) });
    }
  });
  return found;
}

function isYear(key: string): boolean {
  return /^(?:1[5-9]|20)\d\d$/.test(key);
}

function clausesOf(sentence: string): Clause[] {
  const parts = sentence.length > 600 ? [] : sentence.split(cut().pattern);
  return parts.length > MOST_CLAUSES
    ? []
    : parts.filter((part) => /[\p{L}\p{N}]/u.test(part)).map(readClause);
}

function readClause(text: string): Clause {
  const words = readWords(text);
  const places = new Map<string, string>();
  const put = (place: string, key: string) => places.set(place, places.has(place) ? '' : key);
  words.forEach(({ key, text: word }, i) => {
    // `pump A`
    if (isFunctionWord(key) && !(i > 0 && /^\p{Lu}$/u.test(word))) return;
    const before = words[i - 1]?.key;
    if (before !== undefined) put(before, key);
    else if (/^\p{Lu}/u.test(word)) put('^', key);
    if (/^\p{N}/u.test(key)) put('#', key);
    if (before === undefined ? /^\p{Ll}{3,}/u.test(word) : BE.test(before)) put('~', key);
  });
  const last = words.findLast(({ key }) => !isFunctionWord(key));
  // Of clauses with a subject of their own.
  if (last !== undefined && (places.has('^') || ARTICLE.test(words[0]?.key ?? ''))) put('$', last.key);
  for (const [place, key] of places) if (key === '') places.delete(place);
  return { keys: new Set(words.map(({ key }) => key)), places };
}

function haveTogether(text: string, a: string, b: string): boolean {
  return text
    .split(SENTENCE_END)
    .some((sentence) => clausesOf(sentence).some(({ keys }) => keys.has(a) && keys.has(b)));
}
