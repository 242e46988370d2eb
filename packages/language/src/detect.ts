export {
  createBallot,
  detectLanguage,
  LANGUAGE_SAMPLE,
  type LanguageEvidence,
  languageEvidence,
} from './detect/detect-language.ts';
export { type GuessedLanguage, guessLanguage } from './detect/guess-language.ts';
