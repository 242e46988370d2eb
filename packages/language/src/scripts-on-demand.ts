import type { ScriptWords } from './scripts/script-words.ts';

/** When code is downloaded, the words of a script are loaded with the first text that has a letter of it (see scripts/load-scripts.ts). */
export const AT_ONCE: readonly ScriptWords[] = [];
