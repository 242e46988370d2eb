import type { SeededRandom } from './seeded-random.ts';

/** A change that keeps every word, such as those that editors, models and file formats make to a quote. */
export type Variation = (sentence: string, random: SeededRandom) => string | null;

/** Every harmless change, by name. */
export const variations: Readonly<Record<string, Variation>> = {
  verbatim: (sentence) => sentence,
  'curly quotes': (sentence) => changed(sentence, (text) => curl(text)),
  'straight quotes': (sentence) =>
    changed(sentence, (text) => text.replace(/[‘’]/gu, "'").replace(/[“”„]/gu, '"')),
  guillemets: (sentence) =>
    changed(sentence, (text) =>
      text.replace(/(?<![^\s(])"([^\s"](?:[^"]*[^\s"])?)"(?![\p{L}\p{N}])/gu, '« $1 »'),
    ),
  'quoted whole': (sentence) => `“${sentence}”`,
  dashes: (sentence, random) =>
    changed(sentence, (text) =>
      text
        .replace(/(?<=\p{L}) [-–—] (?=\p{L})/gu, () => random.pick(['—', ' – ', ' -- ', '--', ' — ']))
        .replace(/(?<=\p{L})-(?=\p{L})/gu, '\u2011'),
    ),
  'number dashes': (sentence) =>
    changed(sentence, (text) => text.replace(/(?<=\d)[-–](?=\d)/gu, (dash) => (dash === '-' ? '–' : '-'))),
  spacing: (sentence, random) =>
    changed(sentence, (text) =>
      text.replace(/ /gu, () => random.pick([' ', '  ', '\u00a0', '\u2009', '\t', ' '])),
    ),
  NFC: (sentence) => changed(sentence, (text) => text.normalize('NFC')),
  NFD: (sentence) => changed(sentence, (text) => text.normalize('NFD')),
  'soft hyphens': (sentence, random) =>
    changed(sentence, (text) =>
      text.replace(/(?<=\p{Ll}{3})(?=\p{Ll}{3})/gu, () => (random.next() < 0.2 ? '\u00ad' : '')),
    ),
  'zero-width': (sentence, random) =>
    changed(sentence, (text) => text.replace(/ /gu, () => (random.next() < 0.2 ? ' \u200b' : ' '))),
  bold: (sentence, random) => emphasise(sentence, random, '**'),
  italic: (sentence, random) => emphasise(sentence, random, random.pick(['*', '_'])),
  code: (sentence, random) => emphasise(sentence, random, '`'),
  highlight: (sentence, random) => emphasise(sentence, random, '=='),
  link: (sentence, random) => around(sentence, random, '[', '](https://example.org/a?b=1)'),
  wikilink: (sentence, random) => around(sentence, random, '[[Some note|', ']]'),
  'html tag': (sentence, random) => around(sentence, random, '<b>', '</b>'),
  'html comment': (sentence, random) =>
    replaceSpace(sentence, random, (space) => `${space}<!-- see the minutes -->`),
  footnote: (sentence, random) => replaceSpace(sentence, random, () => '[^1] '),
  wraps: (sentence, random) =>
    changed(sentence, (text) =>
      text.replace(/ (?![-+*#>=|\d])/gu, () => (random.next() < 0.15 ? '\n' : ' ')),
    ),
  'wraps CRLF': (sentence, random) =>
    changed(sentence, (text) =>
      text.replace(/ (?![-+*#>=|\d])/gu, () => (random.next() < 0.15 ? '\r\n' : ' ')),
    ),
  'wraps in a quote block': (sentence, random) =>
    changed(sentence, (text) =>
      text.replace(/ (?![-+*#>=|\d])/gu, () => (random.next() < 0.15 ? '\n> ' : ' ')),
    ),
  'lower case': (sentence) => changed(sentence, (text) => text.toLowerCase()),
  'upper case': (sentence) =>
    changed(sentence, (text) =>
      text.toUpperCase().toLowerCase() === text.toLowerCase() ? text.toUpperCase() : text,
    ),
  entities: (sentence) =>
    changed(sentence, (text) =>
      text
        .replace(/&(?!#?\w+;)/gu, '&amp;')
        .replace(/</gu, '&lt;')
        .replace(/>/gu, '&gt;')
        .replace(/"/gu, '&quot;')
        .replace(/'/gu, '&#39;')
        .replace(/’/gu, '&rsquo;')
        .replace(/–/gu, '&ndash;')
        .replace(/é/gu, '&#233;'),
    ),
  'nbsp entity': (sentence, random) => replaceSpace(sentence, random, () => '&nbsp;'),
  escapes: (sentence) =>
    /[*_[\]`\\]/.test(sentence) ? null : changed(sentence, (text) => text.replace(/[-()!#.]/gu, '\\$&')),
  ligatures: (sentence) =>
    changed(sentence, (text) => text.replace(/ffi/gu, 'ﬃ').replace(/fi/gu, 'ﬁ').replace(/fl/gu, 'ﬂ')),
  'no final stop': (sentence) => changed(sentence, (text) => text.replace(/(?<=[\p{L}\d])\.$/u, '')),
};

function changed(sentence: string, change: (text: string) => string): string | null {
  const text = change(sentence);
  return text === sentence ? null : text;
}

function curl(text: string): string {
  return text
    .replace(/(?<=\p{L})'(?=\p{L})/gu, '’')
    .replace(/"([^"]*)"/gu, '“$1”')
    .replace(/(?<![\p{L}\p{N}])'([^']*)'(?!\p{L})/gu, '‘$1’');
}

const WORD = /(?<![\p{L}\p{N}\p{P}\p{S}])\p{L}{3,}(?![\p{L}\p{N}\p{M}'’_*-])/gu;

function around(sentence: string, random: SeededRandom, open: string, close: string): string | null {
  if (/[[\]*_`=<>]/.test(sentence)) return null;
  const words = [...sentence.matchAll(WORD)];
  if (words.length === 0) return null;
  const word = random.pick(words);
  const end = word.index + word[0].length;
  return sentence.slice(0, word.index) + open + word[0] + close + sentence.slice(end);
}

function emphasise(sentence: string, random: SeededRandom, sign: string): string | null {
  return around(sentence, random, sign, sign);
}

function replaceSpace(sentence: string, random: SeededRandom, by: (space: string) => string): string | null {
  const spaces = [...sentence.matchAll(/(?<=\p{L}) (?=\p{L})/gu)];
  if (spaces.length === 0) return null;
  const space = random.pick(spaces);
  return sentence.slice(0, space.index) + by(space[0]) + sentence.slice(space.index + 1);
}
