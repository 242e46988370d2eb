import type { Stemmer } from '@memora/language/stems';
import { foldWord } from '@memora/language/text';
import { stemmer } from 'stemmer';

/** English writes loanwords with and without accents, and its stemmer handles ASCII only. */
export const stemEnglish: Stemmer = (word) => stemmer(foldWord(word));
