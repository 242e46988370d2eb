import { type Language, registerStemmers, stemWord } from '@memora/language/stems';
import { stemEnglish } from './english-stemmer.ts';

/** English is always loaded: it is small, and nearly every vault contains it. */
registerStemmers({ en: stemEnglish });

/** The terms by which one word of a text is found. */
interface WordTerms {
  /** The plain parts, in order. Phrases consist of these. */
  readonly parts: readonly WordPart[];
  /** The word as one unstemmed term (`snake_case`, `1.2.3`, `il6`), and prefixes of a version; often empty. */
  readonly wholes: readonly string[];
}

interface WordPart {
  readonly term: string;
  /** Lower case, unstemmed, for stop words and other languages' stemmers. */
  readonly word: string;
  /** A contraction with its apostrophe: "she'll" is a stop word, "shell" is not. */
  readonly spelt?: string;
}

/** Patterns with Unicode tables are slow to compile; ASCII text uses the plain forms. */
const ASCII = /^[\x00-\x7f]*$/u;
const SIMPLE = () => /^\p{L}[\p{L}\p{M}\p{N}]*$/u;
const ASCII_SIMPLE = /^[A-Za-z][A-Za-z0-9]*$/;
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u;
const CALENDAR =
  /^(?:(?:1[0-9]|20)\d\d(?:[-/.](?:1[0-9]|20)\d\d|[-/.]\d{1,2}(?:[-/.]\d{1,2})?)|\d{1,2}[./]\d{1,2}[./](?:1[0-9]|20)\d\d)$/u;
const VERSION = /^v?\d+(?:\.\d+)+(?:[-+._]?[a-z0-9]+)*$/iu;
const POSSESSIVE = /['’][sS]$/u;
const CONTRACTION = () => /^\p{L}+['’](?:t|re|ve|ll|d|m)$/iu;
const ELISION = () => /^(\p{L}{1,2}|jusqu|lorsqu|puisqu|quelqu|all|dall|dell|nell|sull|un)['’](?=\p{L})/iu;
/** A final lower-case s is the plural of an abbreviation: `APIs`. */
const ASCII_CAMEL = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])(?![A-Z]s$)/;
const CAMEL = () => /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})(?!\p{Lu}s$)/u;

/**
 * Scripts of India and Sri Lanka: their words have many endings, and there is no stemmer here for most of
 * these languages.
 */
const BRAHMIC = () => /^[\u0900-\u0dff][\p{L}\p{M}\u200c\u200d]+$/u;
const AKSHARA = () => /\p{L}\p{M}*/gu;

/** Returns the terms of one word run. `text` is NFKC with its case, because case splits `camelCase`. */
export function wordTerms(text: string, language: Language): WordTerms {
  const isAscii = ASCII.test(text);
  if (!isAscii && BRAHMIC().test(text))
    return { parts: [part(text, language)], wholes: pairsOfAksharas(text) };
  if ((isAscii ? ASCII_SIMPLE : SIMPLE()).test(text) && !camelOf(text).test(text))
    return { parts: [part(text, language)], wholes: [] };
  if (/^\d+$/u.test(text)) return { parts: [{ term: text, word: text }], wholes: [] };
  if (THOUSANDS.test(text)) {
    const number = text.replaceAll(',', '');
    return { parts: [{ term: number, word: number }], wholes: [] };
  }
  if (CALENDAR.test(text)) {
    // Date terms match day and month; alone they are noise.
    const years = text.match(/\d{4}/gu) ?? [];
    return { parts: years.map((year) => ({ term: year, word: year })), wholes: [] };
  }
  if (VERSION.test(text)) return versionTerms(text.toLowerCase());
  return compoundTerms(text, language);
}

/** Returns overlapping pairs of syllables, so that forms of a word match by the syllables they share. */
function pairsOfAksharas(text: string): readonly string[] {
  const syllables = text.match(AKSHARA()) ?? [];
  if (syllables.length < 3) return [];
  return [...new Set(syllables.slice(1).map((syllable, i) => `${syllables[i]}${syllable}`))];
}

function part(text: string, language: Language): WordPart {
  const word = text.toLowerCase();
  return { term: stemWord(word, language), word };
}

function camelOf(text: string): RegExp {
  return ASCII.test(text) ? ASCII_CAMEL : CAMEL();
}

/** `v1.2.3-rc.1` → `1.2.3-rc.1`, and `1.2.3`, `1.2` so that a question about a release line matches it. */
function versionTerms(text: string): WordTerms {
  const whole = text.replace(/^v/u, '');
  const numbers = /^\d+(?:\.\d+)*/u.exec(whole)?.[0].split('.') ?? [];
  const wholes: string[] = [];
  for (let count = 2; count <= numbers.length; count++) {
    const prefix = numbers.slice(0, count).join('.');
    if (prefix !== whole) wholes.push(prefix);
  }
  return { parts: [{ term: whole, word: whole }], wholes };
}

function compoundTerms(text: string, language: Language): WordTerms {
  const hasApostrophe = /['’]/u.test(text);
  if (hasApostrophe && CONTRACTION().test(text)) {
    const spelt = text.toLowerCase().replace('’', "'");
    return { parts: [{ ...part(text.replace(/['’]/gu, ''), language), spelt }], wholes: [] };
  }
  const bare = hasApostrophe ? text.replace(POSSESSIVE, '').replace(ELISION(), '') : text;
  const pieces = bare.split(/[._\-/:'’·@,=]+/u).flatMap((piece) => piece.split(camelOf(piece)));
  const parts = pieces.filter((piece) => piece !== '').map((piece) => part(piece, language));
  if (parts.length <= 1) return { parts, wholes: [] };
  const lower = bare.toLowerCase();
  const wholes = new Set<string>();
  // Hyphens and apostrophes are optional in ordinary words (`IL-6`, `IL6`); other joiners are part of the identifier.
  const joined = lower.replace(/['’\-·]/gu, '');
  if (joined.length <= 40 && !/[\s,]/u.test(joined)) wholes.add(joined.replace(/^\.+|\.+$/gu, ''));
  for (const { word } of parts) wholes.delete(word);
  return { parts, wholes: [...wholes] };
}
