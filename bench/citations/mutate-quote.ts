import type { SeededRandom } from './seeded-random.ts';

/** The inputs of a mutation besides the sentence: other text of the same source and of another one. */
export interface MutationContext {
  readonly random: SeededRandom;
  readonly language: string;
  /** Another sentence of the same source. */
  readonly other: string;
  /** A sentence of another source in the same language. */
  readonly foreign: string;
}

/** Makes a quote say something else; returns `null` if the sentence has no suitable place. */
export type Mutation = (sentence: string, context: MutationContext) => string | null;

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const NEGATORS: Readonly<Record<string, string>> = {
  en: 'not',
  de: 'nicht',
  fr: 'pas',
  es: 'no',
  it: 'non',
  pt: 'não',
  ru: 'не',
  zh: '不',
  ja: 'ない',
  ko: '안',
};
/** The bench has separate lists: with those of the library it would only test that a list equals itself. */
const NEGATION =
  /(?<![\p{L}\p{N}'’-])(?:not|no|never|cannot|without|nor|neither|none|nicht|kein|keine|keinen|nie|ohne|pas|jamais|aucun|aucune|nunca|non|nessun|nessuna|não|nem|не|нет|никогда)(?![\p{L}\p{N}'’-])|[不没未無]/u;
const QUANTIFIERS: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})all(?!\p{L})/u, 'some'],
  [/(?<!\p{L})some(?!\p{L})/u, 'all'],
  [/(?<!\p{L})many(?!\p{L})/u, 'few'],
  [/(?<!\p{L})most(?!\p{L})/u, 'all'],
  [/(?<!\p{L})only(?!\p{L})/u, 'also'],
  [/(?<!\p{L})more(?!\p{L})/u, 'less'],
  [/(?<!\p{L})may(?!\p{L})/u, 'must'],
  [/(?<!\p{L})always(?!\p{L})/u, 'sometimes'],
  [/(?<!\p{L})every(?!\p{L})/u, 'no'],
  [/(?<!\p{L})nur(?!\p{L})/u, 'auch'],
  [/(?<!\p{L})alle(?!\p{L})/u, 'einige'],
  [/(?<!\p{L})tous(?!\p{L})/u, 'certains'],
  [/(?<!\p{L})todos(?!\p{L})/u, 'algunos'],
  [/(?<!\p{L})все(?!\p{L})/u, 'некоторые'],
  [/所有|全部/u, '一些'],
];
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/(?<=\d\s?)%/u, '‰'],
  [/(?<=\d\s?)mg(?!\p{L})/u, 'g'],
  [/(?<=\d\s?)km(?!\p{L})/u, 'mi'],
  [/(?<=\d\s)percent/u, 'percentage points'],
  [/(?<=\d\s)million/u, 'billion'],
  [/(?<=\d\s)billion/u, 'million'],
  [/(?<=\d[\s-])years?/u, 'months'],
  [/(?<=\d[\s-])months?/u, 'weeks'],
  [/(?<=\d[\s-])weeks?/u, 'days'],
  [/(?<=\d[\s-])days?/u, 'hours'],
  [/(?<=\d[\s-])hours?/u, 'minutes'],
  [/\$(?=\d)/u, '€'],
  [/£(?=\d)/u, '$'],
  [/(?<=\d\s?)(?:GB|MB)(?!\p{L})/u, 'KB'],
];

/** The text that these attacks leave is in the source, letter for letter. It is grounded, but is never shown as a quotation of the whole sentence. */
export const EXCERPTS: ReadonlySet<string> = new Set([
  'cut after a negator',
  'cut before a negator',
  'ellipsis over a negator',
]);

/** Every attack on a quote, by name. Each changes the meaning of the sentence. */
export const mutations: Readonly<Record<string, Mutation>> = {
  number: (sentence, { random }) =>
    replaceOne(sentence, /\d/gu, random, (digit) => String((Number(digit) + 1 + random.below(9)) % 10)),
  sign: (sentence, { random }) =>
    replaceOne(sentence, /(?<=\s)[-−]?\d+(?:[.,]\d+)*(?=\s|%)/gu, random, (found) =>
      /^[-−]/.test(found) ? found.slice(1) : `-${found}`,
    ),
  unit: (sentence) => replaceFirstRule(sentence, UNITS),
  date: (sentence, { random }) => {
    const month = MONTHS.find((name) => new RegExp(`\\b${name}\\b`, 'u').test(sentence) && name !== 'May');
    if (month !== undefined)
      return sentence.replace(month, random.pick(MONTHS.filter((name) => name !== month)));
    return replaceOne(sentence, /\b(?:19|20)\d\d\b/gu, random, (year) =>
      String(Number(year) + 1 + random.below(9)),
    );
  },
  'negator in': (sentence, { random, language }) => {
    const negator = NEGATORS[language] ?? 'not';
    if (/[\u3040-\u9fff]/u.test(sentence))
      return insertAt(sentence, negator, 2 + random.below(sentence.length - 3));
    const verb =
      /(?<!\p{L})(?:is|are|was|were|can|may|will|should|has|have|ist|sind|wird|kann|est|sont|es|son|está|può|é|são)(?!\p{L})/u.exec(
        sentence,
      );
    if (verb !== null) return insertAt(sentence, ` ${negator}`, verb.index + verb[0].length);
    const spaces = [...sentence.matchAll(/ /gu)];
    return spaces.length < 3 ? null : insertAt(sentence, ` ${negator}`, random.pick(spaces.slice(1)).index);
  },
  'negator out': (sentence) => {
    const match = NEGATION.exec(sentence);
    if (match !== null)
      return squeeze(sentence.slice(0, match.index) + sentence.slice(match.index + match[0].length));
    const short = /n['’]t(?!\p{L})/u.exec(sentence);
    return short === null ? null : sentence.slice(0, short.index) + sentence.slice(short.index + 3);
  },
  quantifier: (sentence) => replaceFirstRule(sentence, QUANTIFIERS),
  name: (sentence, { random, other, foreign }) => {
    const names = [...foreign.matchAll(NAME), ...other.matchAll(NAME)].map(([name]) => name);
    return names.length === 0 ? null : replaceOne(sentence, NAME, random, () => random.pick(names));
  },
  'content word': (sentence, { random, other, foreign }) => {
    if (/[\u3040-\u9fff]/u.test(sentence)) {
      const at = random.below(Math.max(1, sentence.length - 4));
      return sentence.slice(0, at) + foreign.slice(0, 2) + sentence.slice(at + 2);
    }
    const words = `${other} ${foreign}`.match(CONTENT) ?? [];
    return words.length === 0 ? null : replaceOne(sentence, CONTENT, random, () => random.pick(words));
  },
  operands: (sentence, { random }) => {
    const words = [...sentence.matchAll(/[\p{L}\p{N}]{4,}/gu)];
    if (words.length < 4) return null;
    const i = random.below(words.length - 1);
    const [left, right] = [words[i], words[i + 1 + random.below(words.length - i - 1)]] as [
      RegExpExecArray,
      RegExpExecArray,
    ];
    return (
      sentence.slice(0, left.index) +
      right[0] +
      sentence.slice(left.index + left[0].length, right.index) +
      left[0] +
      sentence.slice(right.index + right[0].length)
    );
  },
  'cut after a negator': (sentence) => {
    const match = NEGATION.exec(sentence);
    if (match === null) return null;
    const rest = sentence.slice(match.index + match[0].length).trimStart();
    return rest.length < 12 || /^[\p{P}]/u.test(rest) ? null : rest;
  },
  'cut before a negator': (sentence) => {
    const match = NEGATION.exec(sentence);
    if (match === null || /^(?:without|ohne)$/u.test(match[0])) return null;
    const rest = sentence.slice(0, match.index).trimEnd();
    return rest.length < 12 || /[\p{P}]$/u.test(rest) ? null : rest;
  },
  'cut inside a word': (sentence, { random }) => {
    const words = [...sentence.matchAll(/(?<![\p{L}\p{N}])[a-zа-яäöüéè]{6,}/gu)];
    if (words.length < 3) return null;
    const word = random.pick(words.slice(0, -1));
    return sentence.slice(word.index + 2);
  },
  'cut inside a number': (sentence) => {
    const match = /\d{2,}(?:[.,]\d+)?|\d[.,]\d+/u.exec(sentence);
    return match === null || sentence.length - match.index < 20
      ? null
      : sentence.slice(match.index + 1).replace(/^[.,]/, '');
  },
  'ellipsis over a negator': (sentence) => {
    const match = NEGATION.exec(sentence);
    if (match === null) return null;
    const before = sentence.slice(0, match.index).trimEnd();
    const after = sentence.slice(match.index + match[0].length).trimStart();
    return before.length < 8 || after.length < 8 ? null : `${before} … ${after}`;
  },
  'ellipsis over a sentence': (sentence, { other }) => `${half(sentence, 0)} … ${half(other, 1)}`,
  splice: (sentence, { other }) => `${half(sentence, 0)} ${half(other, 1)}`,
  reorder: (sentence) => `${half(sentence, 1).replace(/[.。]$/, '')} ${half(sentence, 0)}`,
  invented: (_, { foreign }) => foreign,
};

const NAME = /(?<=[\p{Ll},] )\p{Lu}[\p{Ll}]{2,}(?: \p{Lu}[\p{Ll}]{2,})*/gu;
const CONTENT = /(?<![\p{L}\p{N}])\p{Ll}{5,}(?![\p{L}\p{N}])/gu;

function replaceOne(
  sentence: string,
  pattern: RegExp,
  random: SeededRandom,
  by: (found: string) => string,
): string | null {
  const found = [...sentence.matchAll(pattern)];
  if (found.length === 0) return null;
  const match = random.pick(found);
  return sentence.slice(0, match.index) + by(match[0]) + sentence.slice(match.index + match[0].length);
}

function replaceFirstRule(sentence: string, rules: readonly (readonly [RegExp, string])[]): string | null {
  const rule = rules.find(([pattern]) => pattern.test(sentence));
  return rule === undefined ? null : sentence.replace(rule[0], rule[1]);
}

function insertAt(sentence: string, text: string, at: number): string {
  return sentence.slice(0, at) + text + sentence.slice(at);
}

function squeeze(text: string): string {
  return text.replace(/ {2,}/gu, ' ').trim();
}

/** The first or second half of a sentence, cut at a space if possible. */
function half(sentence: string, which: 0 | 1): string {
  const middle = sentence.indexOf(' ', sentence.length >> 1);
  const at = middle === -1 ? sentence.length >> 1 : middle;
  return (which === 0 ? sentence.slice(0, at) : sentence.slice(at)).trim();
}
