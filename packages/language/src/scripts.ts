export { loadScripts } from './scripts/load-scripts.ts';
export {
  addScript,
  fromWords,
  type ScriptWords,
  tableOf,
  unspacedWords,
  type WordList,
  wordsOf,
} from './scripts/script-words.ts';
export type { UnspacedWords } from './scripts/unspaced-words.ts';
