import type { LabelledAnswer } from './measure-sentences.ts';

const SENTENCE = /^(?:[-*] )?(\p{Lu}[^\n|`<>[\]"]{30,200}\p{Ll}\.)$/gmu;
/** A step through the sentences of all notes. */
const EVERY = 5;

/** Sentences of the notes that are alone on their line, each also with one number increased by one. */
export const swapFigures = {
  sentencesOf: function* (answers: readonly LabelledAnswer[]) {
    const seen = new Set<string>();
    let count = 0;
    for (const { documents } of answers)
      for (const [path, text] of documents) {
        if (seen.has(path)) continue;
        seen.add(path);
        for (const [, sentence = ''] of text.matchAll(SENTENCE))
          if (!/[.!?…:] /u.test(sentence) && count++ % EVERY === 0) yield { path, text, sentence };
      }
  },
  swapsOf: function* (sentence: string) {
    for (const { 0: digits, index } of sentence.matchAll(/\d{1,6}/gu)) {
      const other = String(Number(digits) + 1).padStart(digits.length, '0');
      yield sentence.slice(0, index) + other + sentence.slice(index + digits.length);
    }
  },
};
