import { hasStemmer, type Language, registerStemmers, type Stemmer } from '@memora/language/stems';
import { stemEnglish } from './english-stemmer.ts';

const LOAD: Readonly<Partial<Record<Language, () => Promise<{ readonly stemmer: Stemmer }>>>> = {
  ar: () => import('@orama/stemmers/arabic'),
  da: () => import('@orama/stemmers/danish'),
  de: () => import('@orama/stemmers/german'),
  el: () => import('@orama/stemmers/greek'),
  en: () => Promise.resolve({ stemmer: stemEnglish }),
  es: () => import('@orama/stemmers/spanish'),
  fi: () => import('@orama/stemmers/finnish'),
  fr: () => import('@orama/stemmers/french'),
  hi: () => import('@orama/stemmers/indian'),
  hu: () => import('@orama/stemmers/hungarian'),
  hy: () => import('@orama/stemmers/armenian'),
  id: () => import('@orama/stemmers/indonesian'),
  it: () => import('@orama/stemmers/italian'),
  lt: () => import('@orama/stemmers/lithuanian'),
  nl: () => import('@orama/stemmers/dutch'),
  no: () => import('@orama/stemmers/norwegian'),
  pt: () => import('@orama/stemmers/portuguese'),
  ro: () => import('@orama/stemmers/romanian'),
  ru: () => import('@orama/stemmers/russian'),
  sv: () => import('@orama/stemmers/swedish'),
  ta: () => import('@orama/stemmers/tamil'),
  tr: () => import('@orama/stemmers/turkish'),
  uk: () => import('@orama/stemmers/ukrainian'),
};

/** Loads the stemmers of a question's languages. */
export async function loadStemmers(languages: readonly Language[]): Promise<void> {
  const missing = languages.filter((language) => !hasStemmer(language));
  await Promise.all(
    missing.map(async (language) => {
      const loaded = await LOAD[language]?.();
      if (loaded !== undefined) registerStemmers({ [language]: loaded.stemmer });
    }),
  );
}
