import type { SeededRandom } from './seeded-random.ts';

/** Says a sentence in another way that its own words carry, or returns `null` where the sentence offers no place. */
export type Variant = (sentence: string, random: SeededRandom) => string | null;

/** In a quotation every word counts. */
export function isUnquoted(sentence: string): boolean {
  return !/["“”„«»]|(?<!\p{L})['‘’]|['’](?!\p{L})/u.test(sentence);
}

/** Synonyms that no context turns into something else. */
const SYNONYMS: readonly (readonly [string, string])[] = [
  ['big', 'large'],
  ['shows', 'demonstrates'],
  ['showed', 'demonstrated'],
  ['uses', 'employs'],
  ['used', 'employed'],
  ['begin', 'start'],
  ['began', 'started'],
  ['purchased', 'bought'],
  ['obtain', 'get'],
  ['help', 'assist'],
  ['near', 'close to'],
  ['also', 'too'],
  ['important', 'significant'],
  ['different', 'distinct'],
  ['results', 'findings'],
  ['study', 'investigation'],
  ['woman', 'lady'],
  ['kids', 'children'],
  ['film', 'movie'],
  ['car', 'automobile'],
  ['quickly', 'rapidly'],
  ['create', 'make'],
  ['wichtig', 'bedeutsam'],
  ['schnell', 'rasch'],
];
const SPELLINGS: readonly (readonly [string, string])[] = [
  ['colour', 'color'],
  ['center', 'centre'],
  ['theater', 'theatre'],
  ['gray', 'grey'],
  ['tumor', 'tumour'],
  ['behavior', 'behaviour'],
  ['analyze', 'analyse'],
  ['program', 'programme'],
  ['organization', 'organisation'],
  ['favorite', 'favourite'],
];
const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

export const variants: Readonly<Record<string, Variant>> = {
  'no stop': (sentence) => (/[^.]\.$/.test(sentence) ? sentence.slice(0, -1) : null),
  'lower case in front': (sentence) =>
    /^(?:The|This|It|A|An|There|In)\s/.test(sentence)
      ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
      : null,
  'typographic apostrophe': (sentence) => (sentence.includes("'") ? sentence.replaceAll("'", '’') : null),
  'straight apostrophe': (sentence) => (sentence.includes('’') ? sentence.replaceAll('’', "'") : null),
  contraction: (sentence) =>
    first(sentence, [
      ['is not', "isn't"],
      ['are not', "aren't"],
      ['was not', "wasn't"],
      ['does not', "doesn't"],
      ['did not', "didn't"],
      ['do not', "don't"],
      ['cannot', "can't"],
      ['it is', "it's"],
      ['will not', "won't"],
    ]),
  'contraction written out': (sentence) =>
    first(sentence, [
      ["isn't", 'is not'],
      ["aren't", 'are not'],
      ["doesn't", 'does not'],
      ["don't", 'do not'],
      ["can't", 'cannot'],
      ["won't", 'will not'],
      ["you'll", 'you will'],
      ["it's", 'it is'],
    ]),
  'thousands grouped': (sentence) =>
    replaceFirst(sentence, /(?<![\p{L}\d.,/_-])[1-9]\d{4,6}(?![\p{L}_-]|[\d.,]\d|\d)/u, (digits) =>
      Number(digits).toLocaleString('en'),
    ),
  'thousands plain': (sentence) =>
    replaceFirst(sentence, /(?<![\p{L}\d.,/_-])\d{1,3}(?:,\d{3})+(?![\p{L}_-]|[\d.,]\d|\d)/u, (digits) =>
      digits.replaceAll(',', ''),
    ),
  'figure in letters': (sentence) =>
    replaceFirst(
      sentence,
      /(?<=\p{Ll} )(?:[2-9]|1[0-2])(?= \p{Ll}{4,})/u,
      (digit) => NUMBER_WORDS[Number(digit)] ?? digit,
    ),
  'letters as figure': (sentence) =>
    replaceFirst(
      sentence,
      /(?<=\p{Ll} )(?:three|four|five|six|seven|eight|nine|ten)(?= \p{Ll}{4,})/u,
      (word) => String(NUMBER_WORDS.indexOf(word)),
    ),
  percent: (sentence) => replaceFirst(sentence, /(?<=\d) ?%(?= \p{Ll}|[.,] )/u, () => ' percent'),
  synonym: (sentence, random) => first(sentence, shuffled(SYNONYMS, random)),
  spelling: (sentence) => first(sentence, [...SPELLINGS, ...SPELLINGS.map(([a, b]) => [b, a] as const)]),
  emphasis: (sentence, random) => {
    const words = [...sentence.matchAll(/(?<= )\p{Ll}{4,}(?= )/gu)];
    if (words.length === 0 || /[*_`[\]]/.test(sentence)) return null;
    const word = random.pick(words);
    return `${sentence.slice(0, word.index)}**${word[0]}**${sentence.slice(word.index + word[0].length)}`;
  },
  'bracket dropped': (sentence) =>
    /(?<=\p{Ll}) \([^()\d]{3,60}\)(?=[ ,.])/u.test(sentence) &&
    !/\b(?:not|no|only|except|if|may|nicht|не|and|or)\b|n't/u.test(sentence)
      ? sentence.replace(/(?<=\p{Ll}) \([^()\d]{3,60}\)(?=[ ,.])/u, '')
      : null,
  'for example': (sentence) =>
    first(sentence, [
      ['for example', 'for instance'],
      ['for instance', 'for example'],
    ]),
  'however dropped': (sentence) =>
    /^(?:However|Moreover|Furthermore|In addition|Therefore|Thus), \p{Ll}/u.test(sentence)
      ? capital(sentence.replace(/^[\p{L} ]+, /u, ''))
      : null,
  'that dropped': (sentence) =>
    replaceFirst(
      sentence,
      /(?<=\b(?:shows|show|found|suggest|indicate|demonstrate|report)) that(?= )/u,
      () => '',
    ),
  'which for that': (sentence) =>
    replaceFirst(sentence, /(?<=\p{Ll}{4} )that(?= (?:is|are|was|were|has|have|can) )/u, () => 'which'),
  'time moved back': (sentence) => {
    const match = /^(In (?:\p{Lu}\p{Ll}+ )?\d{4}), ((?:the|he|she|it|they|we|a|an) [^,;:]+)\.$/u.exec(
      sentence,
    );
    return match === null ? null : `${capital(match[2] ?? '')} ${(match[1] ?? '').replace('In', 'in')}.`;
  },
  'time moved forward': (sentence) => {
    const match = /^((?:The|He|She|It|They|We|A|An) [^,;:]+) (in (?:\p{Lu}\p{Ll}+ )?\d{4})\.$/u.exec(
      sentence,
    );
    return match === null
      ? null
      : `${capital(match[2] ?? '')}, ${(match[1] ?? '').charAt(0).toLowerCase()}${(match[1] ?? '').slice(1)}.`;
  },
  'all to some': (sentence) =>
    first(sentence, [
      ['all', 'some'],
      ['alle', 'einige'],
      ['todos los', 'algunos'],
      ['tutti i', 'alcuni'],
    ]),
  'will to may': (sentence) =>
    first(sentence, [
      ['will', 'may'],
      ['wird', 'kann'],
    ]),
  'spaces doubled': (sentence) => (sentence.includes(' ') ? sentence.replace(' ', '  ') : null),
  dash: (sentence) =>
    /(?<=\p{L}) [–—] (?=\p{L})/u.test(sentence) ? sentence.replace(/ [–—] /u, ' - ') : null,
  'for the record': (sentence) =>
    /^(?:The|This|It|There|These|We|A)\s/.test(sentence)
      ? `In short, ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
      : null,
};

function first(sentence: string, rules: readonly (readonly [string, string])[]): string | null {
  for (const [from, to] of rules) {
    const pattern = new RegExp(`(?<=[\\p{Ll}\\p{N}] )${from}(?= \\p{Ll}| \\p{N})`, 'u');
    if (pattern.test(sentence)) return sentence.replace(pattern, to);
  }
  return null;
}

function replaceFirst(sentence: string, pattern: RegExp, by: (found: string) => string): string | null {
  return pattern.test(sentence) ? sentence.replace(pattern, by) : null;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function shuffled<T>(list: readonly T[], random: SeededRandom): T[] {
  const start = random.below(list.length);
  return [...list.slice(start), ...list.slice(0, start)];
}
