import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';
import { readText, type TextReading, textOf } from '../reading/text-reading.ts';
import { areDifferentLanguages } from '../words/language-of.ts';
import { hasTerm, isEmptyWord } from '../words/read-terms.ts';

/** The share of a statement's content words that has to stand in its evidence. */
const FLOOR = 0.1;

/**
 * Finds statements that are not about what they cite: less than a tenth of their content words stand in the spans or `beside` them (note
 * title, headings, subject). A statement in another language than its spans is left to the comparisons of numbers and names; the
 * disagreement then names both languages and is not decisive. `null` where the statement is about its evidence, or says nothing.
 */
export function checkRelevance(
  statement: string | TextReading,
  spans: readonly (string | TextReading)[],
  beside: () => string | TextReading,
): TokenDisagreement | null {
  const said = readText(statement);
  if (said.text.includes('`') && citesOtherCode(said.text, [...spans, beside()].map(textOf)))
    return UNRELATED;
  if (spans[0] !== undefined && sharesWord(said.text, textOf(spans[0]))) return null;
  const { terms } = said;
  if (terms.length === 0) return isOtherHiragana(said.text, spans.map(textOf)) ? UNRELATED : null;
  const cited = spans.map(readText);
  const around = [...cited, readText(beside())];
  const indexes = around.map(({ termIndex }) => termIndex);
  let shared = 0;
  for (const term of terms) if (hasTerm(indexes, term)) shared++;
  if (shared >= terms.length * FLOOR || sharesNumber(said, around)) return null;
  const own = said.language;
  const others = cited.map(({ language }) => language);
  if (others.length > 0 && others.every((other) => areDifferentLanguages(own, other))) {
    const [first] = others;
    return {
      kind: 'unrelated',
      statementToken: own.language ?? own.script,
      evidenceToken: first?.language ?? first?.script ?? null,
      decisive: false,
    };
  }
  return UNRELATED;
}

const UNRELATED: TokenDisagreement = disagree('unrelated', '');

/** A statement without any other letters: fewer of its stretches of three than the endings of every sentence stand in a span. */
function isOtherHiragana(statement: string, spans: readonly string[]): boolean {
  const [run = ''] = statement.match(/[\u3041-\u309f]{5,}/u) ?? [];
  let known = 0;
  for (let i = 0; i + 3 <= run.length; i++) {
    const piece = run.slice(i, i + 3);
    if (spans.some((span) => span.includes(piece))) known++;
  }
  return run !== '' && known * 3 < run.length - 2;
}

/** Prose around a command is often the same: of the words of each code span one has to stand in the evidence. */
function citesOtherCode(statement: string, evidence: readonly string[]): boolean {
  const known = new Set(evidence.flatMap((text) => text.toLowerCase().match(CODE_WORD) ?? []));
  for (const [, code = ''] of statement.matchAll(/`+([^`]+)`+/gu)) {
    const words = code.toLowerCase().match(CODE_WORD) ?? [];
    if (words.length > 0 && !words.some((word) => known.has(word))) return true;
  }
  return false;
}

const CODE_WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** `twelve` and `12` are one word. */
function sharesNumber({ numbers }: TextReading, evidence: readonly TextReading[]): boolean {
  return numbers.some(
    ({ values }) =>
      values[0] !== 1 && values.some((value) => evidence.some((text) => text.values.has(value))),
  );
}

/** This many units of both texts, multiplied, are looked through word by word. */
const MOST_LOOKS = 100_000_000;

/** A quick look that decides most statements: enough long words of the statement stand in the spans as they are. */
function sharesWord(statement: string, span: string): boolean {
  if (statement.length * span.length > MOST_LOOKS) return false;
  let words = 1;
  for (let i = 0; i < statement.length; i++) if (statement.charCodeAt(i) === 0x20) words++;
  let needed = Math.ceil(words * FLOOR);
  for (let start = 0; start < statement.length; ) {
    let end = statement.indexOf(' ', start);
    if (end === -1) end = statement.length;
    if (end - start > 3) {
      const word = statement.slice(start, end);
      if (isPlain(word) && standsIn(span, word) && !isEmptyWord(word.toLowerCase()) && --needed === 0)
        return true;
    }
    start = end + 1;
  }
  return false;
}

function isPlain(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const low = word.charCodeAt(i) | 0x20;
    if (low < 0x61 || low > 0x7a) return false;
  }
  return true;
}

function standsIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text.charCodeAt(at - 1)) && !isLetter(text.charCodeAt(at + word.length))) return true;
  }
  return false;
}

function isLetter(unit: number): boolean {
  return unit > 0x7e || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a);
}
