import type { Stemmer } from '@memora/language/stems';
import { foldWord } from '@memora/language/text';
import { stemmer } from 'stemmer';

/** English writes its loans with and without accents; its stemmer knows ASCII alone. */
export const stemEnglish: Stemmer = (word) => stemmer(foldWord(word));
