import { ARABIC } from './arabic.ts';
import { CYRILLIC } from './cyrillic.ts';
import { DEVANAGARI } from './devanagari.ts';
import { EAST_ASIAN } from './east-asian.ts';
import type { ScriptWords } from './script-words.ts';

/** The words of every script that is loaded on demand when code is downloaded. */
export const EVERY_SCRIPT: readonly ScriptWords[] = [CYRILLIC, ARABIC, DEVANAGARI, EAST_ASIAN];
