import { detectLanguage } from '@memora/language/detect';
import { stopWords } from '@memora/language/stems';
import { foldWord, splitWords } from '@memora/language/text';
import { FEW, meanOf, openMeaning, productOf, unitWithout } from './open-meaning.ts';

/** How well a text matches a question. */
interface TextScore {
  /** Higher is better; comparable only within one question. */
  readonly score: number;
  /** True if it is above the floor. A text below it is usually unrelated to the question. */
  readonly isAnswer: boolean;
}

/** Returns the scores of the texts, in order. */
export type TextScorer = (question: string) => readonly TextScore[];

interface ReadText {
  readonly words: readonly Word[];
  readonly vector: Float32Array;
}

interface Word {
  readonly word: string;
  /** True if the word is in the list of its language or of English. */
  readonly isStopWord: boolean;
}

/** A word of the texts, with its positions. */
interface KnownWord {
  readonly word: string;
  readonly vector: Float32Array;
  readonly places: readonly number[];
}

/** The share of the meaning of the whole text in a score; its words have the rest. */
const WHOLE = 0.4;
/**
 * Texts with a lower score are unrelated to the question. Chosen with three sets of questions, see `bench agent-memory`: of ten questions that none of the
 * texts answers, nine stay below.
 */
const FLOOR = 0.38;
/** The floor if there are few texts. */
const FLOOR_OF_FEW = 0.19;
/** With more texts than this, the nearest is nearer by chance: the floor rises with the logarithm of their number. */
const FLOOR_RISES_FROM = 60;
const FLOOR_RISES_BY = 0.04;
/** The similarity below which two words count as unrelated. */
const UNLIKE = 0.3;
/** The most that a different word counts, relative to the word itself. */
const ANOTHER = 0.8;
/** The weight of a word that is part of another one, relative to the word itself. */
const PART = 0.8;
const SHORTEST_PART = 4;
/** A word that is in more than this share of the texts carries no information. */
const COMMON = 0.5;

/**
 * Scores texts for questions. Each word of a question counts by the nearest word of a text (another ending, a part of a longer word, or a similar meaning) and
 * by how few of the texts have it. The whole question counts by the built-in word vectors, without the common part of all texts. The analysis of up to `most`
 * texts is cached.
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
    const units = all.map(({ vector }) => unitWithout(common, vector));
    const isFew = all.length <= FEW;
    // Few texts do not show how common a word is.
    const counted = (words: readonly Word[]) =>
      isFew ? words.filter(({ isStopWord }) => !isStopWord) : words;
    const vocabulary = readVocabulary(
      all.map(({ words }) => counted(words)),
      embed,
    );
    const nearestOf = openNearest(vocabulary, all.length, embed);
    const floor = floorOf(all.length);
    return (question) => {
      const byWords = scoreWords(counted(wordsOf(question)), all.length, nearestOf);
      const asked = unitWithout(common, embed(question));
      return units.map((unit, i) => {
        const score = WHOLE * productOf(asked, unit) + (1 - WHOLE) * (byWords[i] ?? 0);
        return { score, isAnswer: score >= floor };
      });
    };
  };
}

function floorOf(count: number): number {
  if (count <= FEW) return FLOOR_OF_FEW;
  return FLOOR + FLOOR_RISES_BY * Math.log(Math.max(1, count / FLOOR_RISES_FROM));
}

function readVocabulary(
  all: readonly (readonly Word[])[],
  embed: (text: string) => Float32Array,
): KnownWord[] {
  const placesByWord = new Map<string, number[]>();
  for (const [i, words] of all.entries())
    for (const { word } of words) {
      const places = placesByWord.get(word);
      if (places === undefined) placesByWord.set(word, [i]);
      else places.push(i);
    }
  return [...placesByWord].map(([word, places]) => ({ word, vector: embed(word), places }));
}

/** How near each text is to a word, and how many texts have it. */
interface NearWord {
  readonly nearest: Float32Array;
  readonly having: number;
}

/** Maximum number of measured words of questions that are cached while the texts stay the same. */
const MOST_MEASURED = 500;

/**
 * Measures the words of questions and caches the results, because an agent uses the same words of its work
 * again and again.
 */
function openNearest(
  vocabulary: readonly KnownWord[],
  count: number,
  embed: (text: string) => Float32Array,
): (asked: Word) => NearWord {
  const kept = new Map<string, NearWord>();
  return ({ word }) => {
    const known = kept.get(word);
    if (known !== undefined) return known;
    const vector = embed(word);
    const nearest = new Float32Array(count);
    const having = new Set<number>();
    for (const { word: other, vector: otherVector, places } of vocabulary) {
      const isSame = isForm(word, other);
      const near = isSame
        ? 1
        : isPart(word, other)
          ? PART
          : (ANOTHER * (productOf(vector, otherVector) - UNLIKE)) / (1 - UNLIKE);
      for (const place of places) {
        if (isSame) having.add(place);
        if (near > (nearest[place] ?? 0)) nearest[place] = near;
      }
    }
    const made = { nearest, having: having.size };
    if (kept.size >= MOST_MEASURED) kept.clear();
    kept.set(word, made);
    return made;
  };
}

/** How much of the weight of a question's words each text covers. */
function scoreWords(
  asked: readonly Word[],
  count: number,
  nearestOf: (asked: Word) => NearWord,
): Float64Array {
  const scores = new Float64Array(count);
  const most = Math.log(count + 1);
  const isFew = count <= FEW;
  let total = 0;
  for (const word of asked) {
    const { nearest, having } = nearestOf(word);
    if (!isFew && having > COMMON * count) continue;
    // Squared, so that words in every text weigh little without a list of them.
    const weight = isFew ? 1 : (Math.log((count + 1) / (having + 0.5)) / most) ** 2;
    total += weight;
    for (let i = 0; i < count; i++) scores[i] = (scores[i] ?? 0) + weight * (nearest[i] ?? 0);
  }
  // A long question has more words that no memory contains, so it does not require all of them.
  return scores.map((score) => (total === 0 ? 0 : score / Math.sqrt(total)));
}

/** The words of a text, folded, each once. */
function wordsOf(text: string): Word[] {
  const words = new Map<string, Word>();
  const stops = stopsOf(text);
  for (const { kind, text: run } of splitWords(text))
    for (const piece of kind === 'word' ? run.split(/[^\p{L}\p{M}\p{N}]+/u) : [run]) {
      const word = foldWord(piece.toLowerCase());
      if (word.length > 1 || /\p{N}/u.test(word)) words.set(word, { word, isStopWord: stops.has(word) });
    }
  return [...words.values()];
}

/** Stop words of the text's language and of English. */
function stopsOf(text: string): ReadonlySet<string> {
  const { language } = detectLanguage(text);
  let stops = stopsByLanguage.get(language);
  if (stops === undefined) {
    const lists = [stopWords('en'), language === 'en' || language === 'und' ? [] : stopWords(language)];
    stops = new Set(lists.flatMap((list) => [...list]).map((word) => foldWord(word)));
    stopsByLanguage.set(language, stops);
  }
  return stops;
}

const stopsByLanguage = new Map<string, ReadonlySet<string>>();

/** True for two forms of one word: most of their length is a common beginning. */
function isForm(a: string, b: string): boolean {
  if (a === b) return true;
  const [least, most] = a.length < b.length ? [a.length, b.length] : [b.length, a.length];
  if (least < 4) return false;
  let same = 0;
  while (same < least && a[same] === b[same]) same++;
  return same >= 4 && (same >= 0.6 * most || (same === least && most - least <= 3));
}

/** True if one word begins or ends with the other, as in compounds, or contains most of it. */
function isPart(a: string, b: string): boolean {
  const [part, whole] = a.length < b.length ? [a, b] : [b, a];
  if (part.length < SHORTEST_PART) return false;
  if (whole.startsWith(part) || whole.endsWith(part)) return true;
  return (
    part.length > SHORTEST_PART && whole.includes(part.slice(0, Math.max(SHORTEST_PART + 1, part.length - 2)))
  );
}
