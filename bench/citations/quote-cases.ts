import type { SourceText } from './load-texts.ts';
import { EXCERPTS, mutations } from './mutate-quote.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';
import { variations } from './vary-quote.ts';

/** One question to an aligner: is this quote in this source? */
export interface QuoteCase {
  readonly attack: string;
  /** True if the quote is the source's own text with a harmless change. */
  readonly harmless: boolean;
  readonly name: string;
  readonly language: string;
  readonly source: string;
  readonly quote: string;
  /** The complete sentence, letter for letter, if a negator was cut from it: the part is grounded, but not a quotation. */
  readonly excerptOf?: string;
}

/** Data about the creation of the cases. */
export interface QuoteCases {
  readonly cases: readonly QuoteCase[];
  /** Number of mutants that were discarded because the source also contains them, by attack. */
  readonly discarded: number;
}

/**
 * Creates about `perAttack` cases of every attack and every harmless change, over as many sources as there are. Harmless
 * changes are made to the quote and, every other time, to the source instead. The same seed gives the same cases.
 */
export function generateQuoteCases(
  sources: readonly SourceText[],
  seed: number,
  perAttack: number,
): QuoteCases {
  const random = createSeededRandom(seed);
  const cases: QuoteCase[] = [];
  let discarded = 0;
  for (const [attack, mutate] of Object.entries(mutations)) {
    forEachSentence(sources, random, perAttack, (source, sentence, start) => {
      const other = otherSentence(source, start, random);
      const foreign = foreignSentence(sources, source, random);
      if (other === null) return false;
      const quote = mutate(sentence, { random, language: source.language, other, foreign });
      if (quote === null || quote.length < 6) return false;
      if (standsIn(source.text, sentence, quote, attack)) {
        discarded++;
        return false;
      }
      cases.push({
        attack,
        harmless: false,
        ...(EXCERPTS.has(attack) ? { excerptOf: sentence } : {}),
        name: source.name,
        language: source.language,
        source: source.text,
        quote,
      });
      return true;
    });
  }
  for (const [change, vary] of Object.entries(variations)) {
    let turn = 0;
    forEachSentence(sources, random, perAttack, (source, sentence, start) => {
      if (letters(source.text).split(letters(sentence)).length !== 2) return false;
      const varied = vary(sentence, random);
      if (varied === null) return false;
      const inSource = ONLY_SOURCES.has(change) || (turn++ % 2 === 1 && !ONLY_QUOTES.has(change));
      const text = inSource
        ? source.text.slice(0, start) + varied + source.text.slice(start + sentence.length)
        : source.text;
      cases.push({
        attack: change,
        harmless: true,
        name: source.name,
        language: source.language,
        source: text,
        quote: inSource ? sentence : varied,
      });
      return true;
    });
  }
  return { cases, discarded };
}

/** Changes that only a quote can have: a source without its stop, or in quotation marks, is another source. */
const ONLY_QUOTES = new Set(['verbatim', 'no final stop', 'quoted whole']);
/** A link, footnote or comment that only the quote has is not a harmless change, because the source does not say it. */
const ONLY_SOURCES = new Set(['link', 'wikilink', 'footnote', 'html comment']);

function forEachSentence(
  sources: readonly SourceText[],
  random: SeededRandom,
  wanted: number,
  use: (source: SourceText, sentence: string, start: number) => boolean,
): void {
  let made = 0;
  for (let tries = 0; made < wanted && tries < wanted * 60; tries++) {
    const source = random.pick(sources);
    const { start, end } = random.pick(source.sentences);
    if (use(source, source.text.slice(start, end), start)) made++;
  }
}

function otherSentence(source: SourceText, start: number, random: SeededRandom): string | null {
  const others = source.sentences.filter((range) => range.start !== start);
  if (others.length === 0) return null;
  const { start: from, end } = random.pick(others);
  return source.text.slice(from, end);
}

function foreignSentence(sources: readonly SourceText[], source: SourceText, random: SeededRandom): string {
  for (let tries = 0; ; tries++) {
    const foreign = random.pick(sources);
    // A language with only one source borrows from another language.
    if (foreign.name === source.name || (foreign.language !== source.language && tries < 200)) continue;
    const { start, end } = random.pick(foreign.sentences);
    return foreign.text.slice(start, end);
  }
}

/** Attacks whose quote is the source's own text, wrongly cut. They are no attack if that text also occurs on its own elsewhere. */
const CUTS = new Set([
  'cut after a negator',
  'cut before a negator',
  'cut inside a word',
  'cut inside a number',
]);

/**
 * True if a mutant changes nothing: its letters, digits and signs are in the source anyway (two equal words swapped,
 * a number changed to one from another sentence). Written without the library, so that it can judge the library.
 */
function standsIn(text: string, sentence: string, quote: string, attack: string): boolean {
  if (CUTS.has(attack)) return letters(text).split(letters(quote)).length !== 2;
  if (attack === 'ellipsis over a negator') return false;
  if (attack === 'ellipsis over a sentence') {
    const tail = letters(quote.split(' … ')[1] ?? '');
    return letters(sentence).includes(tail) || letters(text).split(tail).length !== 2;
  }
  if (letters(sentence) === letters(quote)) return attack !== 'sign' && attack !== 'unit';
  const visible = text.replace(/<!--[\s\S]*?-->|\]\([^)\s]*\)/g, ' ');
  return letters(text).includes(letters(quote)) || letters(visible).includes(letters(quote));
}

function letters(text: string): string {
  const known = lettersByText.get(text);
  if (known !== undefined) return known;
  const found = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%‰$€£]/gu, '');
  if (text.length > 1000) lettersByText.set(text, found);
  return found;
}

const lettersByText = new Map<string, string>();
