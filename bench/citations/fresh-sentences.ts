import { type Half, halfOf } from './halves.ts';
import type { SourceText } from './load-texts.ts';

/** The sentences of one half by language, each once, without those that are also in `seen` texts. */
export function freshSentences(
  texts: readonly SourceText[],
  seen: readonly SourceText[],
  half: Half,
): Map<string, string[]> {
  const known = new Set(seen.flatMap(sentencesOf));
  const found = new Map<string, Set<string>>();
  for (const source of texts) {
    const own = found.get(source.language) ?? new Set<string>();
    found.set(source.language, own);
    for (const sentence of sentencesOf(source))
      if (isOnePiece(sentence) && !known.has(sentence) && halfOf(sentence) === half) own.add(sentence);
  }
  return new Map([...found].map(([language, own]) => [language, [...own]]));
}

/** Words that are capitalised inside sentences and never in lower case, by language. */
export function namesOf(texts: readonly SourceText[]): Map<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  const words = new Set(texts.flatMap(({ text }) => text.match(/(?<!\p{L})\p{Ll}{3,}/gu) ?? []));
  for (const { language, text } of texts) {
    const own = found.get(language) ?? new Set<string>();
    found.set(language, own);
    for (const [name] of text.matchAll(/(?<=[\p{Ll}\p{N}] )\p{Lu}\p{Ll}{2,}(?= [\p{Lu}\p{Ll}])/gu))
      if (!words.has(name.toLowerCase())) own.add(name);
  }
  return new Map([...found].map(([language, own]) => [language, [...own]]));
}

function sentencesOf({ text, sentences }: SourceText): string[] {
  return sentences.map(({ start, end }) => text.slice(start, end).replace(/\s+/gu, ' '));
}

/** Without an inner stop, at which an answer might be split, and without markup. */
function isOnePiece(sentence: string): boolean {
  const plain = sentence.replace(/(?<=\d)[.,:](?=\d)/gu, '');
  return !/[*_`[\]<>|]|[.!?…:;—](?=.)|[。！？](?=.)/u.test(plain);
}
