import { foldWord } from '../src/text/fold-word.ts';

const PACKAGE_NAME_BY_LANGUAGE = {
  ar: 'arabic',
  bg: 'bulgarian',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  hi: 'indian',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  uk: 'ukrainian',
} as const;

/** The stop words of each language as one text: lower case, folded, with and without apostrophes, each between two spaces. */
export async function readStopWords(): Promise<Record<string, string>> {
  const textByLanguage: Record<string, string> = {};
  for (const [language, name] of Object.entries(PACKAGE_NAME_BY_LANGUAGE)) {
    const { stopwords } = (await import(`@orama/stopwords/${name}`)) as { stopwords: readonly string[] };
    const words = new Set(stopwords.flatMap(formsOf).filter((word) => /^\S+$/u.test(word)));
    textByLanguage[language] = ` ${[...words].join(' ')} `;
  }
  return textByLanguage;
}

function formsOf(word: string): string[] {
  const folded = foldWord(word.toLowerCase());
  if (!/['’]/u.test(folded)) return [folded];
  return [folded, folded.replace(/['’]/gu, ''), ...folded.split(/['’]/u)];
}
