export {
  hasStemmer,
  LANGUAGES,
  type Language,
  type NamedLanguage,
  registerStemmers,
  type Script,
  type Stemmer,
  scriptOf,
  stemWord,
  stopWords,
} from './stems/languages.ts';
export { STOP_WORDS } from './stems/stop-words.ts';
