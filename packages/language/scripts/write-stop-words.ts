/**
 * Writes `src/stems/stop-words.ts` from `@orama/stopwords` (Apache-2.0): `node packages/language/scripts/write-stop-words.ts`. Each language is one text
 * instead of a set: a question looks up about a dozen words, and building sets of all eight thousand took longer than the search. A test compares the file with
 * the package.
 */
import { writeFileSync } from 'node:fs';
import { readStopWords } from './read-stop-words.ts';

const words = Object.entries(await readStopWords());
const lines = words.map(([language, text]) => {
  const quote = text.includes("'") ? '"' : "'";
  return `  ${language}: ${quote}${text}${quote},`;
});
writeFileSync(
  new URL('../src/stems/stop-words.ts', import.meta.url),
  `/* Written by scripts/write-stop-words.ts from @orama/stopwords (Apache-2.0). Do not edit. */

/** A language that has a list. */
export type StopWordLanguage = ${words.map(([language]) => `'${language}'`).join(' | ')};

/** The stop words of each language, lower case and folded, in one text: a word is one where it stands between two spaces. */
export const STOP_WORDS: Readonly<Record<StopWordLanguage, string>> = {
${lines.join('\n')}
};
`,
);
