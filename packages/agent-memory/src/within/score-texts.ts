import { detectLanguage } from '@memora/language/detect';
import { stopWords } from '@memora/language/stems';
import { foldWord, splitWords } from '@memora/language/text';
import { cosineWithout, FEW, meanOf, openMeaning } from './open-meaning.ts';

/** How a text fits a question. */
export interface TextScore {
  /** The most fitting text has the highest; comparable within one question only. */
  readonly score: number;
  /** True where a rare enough word of the question stands in it, or it is near in meaning. */
  readonly isAnswer: boolean;
}

/** The scores of the texts, in their order. */
export type TextScorer = (question: string) => readonly TextScore[];

interface ReadText {
  readonly words: readonly string[];
  readonly vector: Float32Array;
}

/** What part meaning has in a score; words have the rest. */
const MEANING = 0.4;
/** From here on a text is near in meaning that shares no word with the question. */
const NEAR = 0.5;
/** A word that this share of the texts has tells nothing. */
const COMMON = 0.5;

/**
 * Reads texts for questions. Words count by how few of the texts have them, in any of their endings; meaning by the built-in table, without what all of the texts
 * have in common. What was read of a text is kept, for `most` texts.
 */
export function createTextScorer(most: number): (texts: readonly string[]) => Promise<TextScorer> {
  const kept = new Map<string, ReadText>();
  return async (texts) => {
    const embed = await openMeaning();
    const read = (text: string): ReadText => {
      const known = kept.get(text);
      if (known !== undefined) return known;
      if (kept.size >= most) kept.clear();
      const made = { words: wordsOf(text), vector: embed(text) };
      kept.set(text, made);
      return made;
    };
    const all = texts.map(read);
    const common = meanOf(all.map(({ vector }) => vector));
    const placesByWord = new Map<string, number[]>();
    for (const [i, { words }] of all.entries())
      for (const word of words) placesByWord.set(word, [...(placesByWord.get(word) ?? []), i]);
    const vocabulary = [...placesByWord];
    return (question) => {
      const asked = wordsOf(question, stopsOf(question));
      const byWords = new Float64Array(all.length);
      const most = Math.log(all.length + 1);
      for (const word of asked) {
        const places = new Set(vocabulary.flatMap(([other, at]) => (isForm(word, other) ? at : [])));
        if (places.size === 0 || (all.length > FEW && places.size > COMMON * all.length)) continue;
        const weight = all.length > FEW ? Math.log((all.length + 1) / (places.size + 1)) / most : 1;
        for (const place of places) byWords[place] = (byWords[place] ?? 0) + weight;
      }
      const vector = embed(question);
      return all.map((text, i) => {
        const meaning = cosineWithout(common, vector, text.vector);
        const words = byWords[i] ?? 0;
        return { score: MEANING * meaning + (1 - MEANING) * words, isAnswer: words > 0 || meaning >= NEAR };
      });
    };
  };
}

/** The words of a text, folded, each once; without some. */
function wordsOf(text: string, without: ReadonlySet<string> = NONE): string[] {
  const words = new Set<string>();
  for (const { kind, text: run } of splitWords(text))
    for (const piece of kind === 'word' ? run.split(/[^\p{L}\p{M}\p{N}]+/u) : [run]) {
      const word = foldWord(piece.toLowerCase());
      if ((word.length > 1 || /\p{N}/u.test(word)) && !without.has(word)) words.add(word);
    }
  return [...words];
}

const NONE: ReadonlySet<string> = new Set();

/** The words that every question has, by the lists of its language and of English. */
function stopsOf(question: string): ReadonlySet<string> {
  const { language } = detectLanguage(question);
  const lists = [stopWords('en'), language === 'en' || language === 'und' ? [] : stopWords(language)];
  return new Set(lists.flatMap((list) => [...list]).map((word) => foldWord(word)));
}

/** True for two endings of one word: they begin alike, for most of their length. */
function isForm(a: string, b: string): boolean {
  if (a === b) return true;
  const [least, most] = a.length < b.length ? [a.length, b.length] : [b.length, a.length];
  if (least < 4) return false;
  let same = 0;
  while (same < least && a[same] === b[same]) same++;
  return same >= 4 && (same >= 0.6 * most || (same === least && most - least <= 3));
}
